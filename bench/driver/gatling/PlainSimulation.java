import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.pace;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;

/** Plain exchanges, checked; what kind of load, and how much, comes as system properties. */
public final class PlainSimulation extends Simulation {
    private static final Duration HOUR = Duration.ofHours(1);

    private final int users = Integer.getInteger("plain.users");
    private final Duration length = Duration.ofSeconds(Integer.getInteger("plain.seconds"));
    private final HttpRequestActionBuilder exchange = http("exchange")
            .get("/")
            .check(status().is(200), jmesPath("id").ofInt().is(4711));

    public PlainSimulation() {
        HttpProtocolBuilder protocol = http.baseUrl(System.getProperty("plain.url")).disableWarmUp();
        String kind = System.getProperty("plain.kind");
        SetUp load = setUp(population(kind, scenario(kind)))
                .protocols(kind.equals("open") ? protocol.shareConnections() : protocol);
        if (Boolean.getBoolean("plain.percentile")) {
            // Always true: it makes Gatling print the percentile, without its report.
            load.assertions(global().responseTime().percentile(99).gte(0));
        }
    }

    private PopulationBuilder population(String kind, ScenarioBuilder people) {
        return switch (kind) {
            case "open" -> people.exec(exchange).injectOpen(constantUsersPerSec(users).during(length));
            case "paced" -> {
                Duration cycle = Duration.ofMillis(Integer.getInteger("plain.cycle"));
                yield people.pause(Duration.ZERO, cycle)
                        .exec(during(length).on(pace(cycle).exec(exchange)))
                        .injectOpen(atOnceUsers(users));
            }
            case "thinking" -> people.pause(HOUR).injectOpen(atOnceUsers(users));
            case "asked" -> people.exec(exchange).pause(HOUR).injectOpen(rampUsers(users).during(5));
            default -> throw new IllegalArgumentException("no such kind of load: " + kind);
        };
    }
}
