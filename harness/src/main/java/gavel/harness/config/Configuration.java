package gavel.harness.config;

import gavel.harness.setting.Rules;
import java.util.stream.Stream;

/**
 * Everything a configuration file says, checked. A component that may be null is sized by {@link Sizing}; an explicit setting always
 * wins.
 *
 * @param name of the run, part of the result directory's name
 * @param platform where the tiers run
 */
public record Configuration(
        String name,
        Platform platform,
        LoadSettings load,
        DataSettings data,
        LotSettings lots,
        AppServerSettings appServers,
        DriverSettings drivers,
        RelationalSettings relational,
        BrokerSettings broker,
        DocumentSettings documents) {

    /** Where processes run. */
    public enum Platform {
        LOCAL
    }

    public Configuration {
        new Rules()
                .that(
                        name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,60}"),
                        "name",
                        "must be 1 to 61 letters, digits, . _ -",
                        name)
                .check();
    }

    /** {@code embedded} when all data services are, {@code external} when all are, else {@code mixed}; printed with every result. */
    public String services() {
        long external = Stream.of(relational.implementation(), broker.implementation(), documents.implementation())
                .filter(Implementation.EXTERNAL::equals)
                .count();
        return external == 0 ? "embedded" : external == 3 ? "external" : "mixed";
    }
}
