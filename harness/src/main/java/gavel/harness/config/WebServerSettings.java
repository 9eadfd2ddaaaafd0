package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;

/**
 * The web server in front of the application servers.
 *
 * @param implementation none: people speak with the application servers themselves
 * @param port of HTTPS; null for a free one
 * @param workers processes; 0 for one each core
 * @param imageCache pictures it keeps on disk; null for the sizing rule
 */
public record WebServerSettings(Implementation implementation, Integer port, int workers, MemorySize imageCache) {
    /** Who provides it. */
    public enum Implementation {
        NONE,
        NGINX
    }

    public WebServerSettings {
        new Rules()
                .that(port == null || port >= 1 && port <= 65_535, "port", "must be 1..65535", port)
                .atLeast("workers", 0, workers)
                .check();
    }

    public boolean present() {
        return implementation != Implementation.NONE;
    }
}
