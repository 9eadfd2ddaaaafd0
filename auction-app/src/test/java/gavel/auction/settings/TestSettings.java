package gavel.auction.settings;

import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings of a test, without a file. */
public final class TestSettings {
    private TestSettings() {}

    public static Settings defaults() {
        return of(Map.of());
    }

    /** @param values by full name, for example {@code gavel.users} */
    public static Settings of(Map<String, ?> values) {
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("gavel", Settings.class);
    }
}
