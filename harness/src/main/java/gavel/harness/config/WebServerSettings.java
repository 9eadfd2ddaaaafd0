package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;

/**
 * The web servers in front of the application servers.
 *
 * @param implementation none: people speak with the application servers themselves
 * @param count number of web servers, each in front of all application servers
 * @param port of HTTPS of the first, the others follow; null for free ones
 * @param workers processes; 0 for one each core it may use with Nginx, and as many as the sizing rule says with httpd
 * @param imageCache pictures each keeps on disk; null for the sizing rule
 * @param connectionsPerAddress with a request at work that each takes of one client's address; 0: any number
 */
public record WebServerSettings(
        Implementation implementation,
        int count,
        Integer port,
        int workers,
        MemorySize imageCache,
        int connectionsPerAddress) {
    private static final int MOST = 16;
    private static final int MOST_WORKERS = 1_024;
    private static final String FOR_ALL = "is for webServers.implementation=nginx, httpd and caddy";

    /** Which server provides it. */
    public enum Implementation {
        NONE,
        NGINX,
        HTTPD,
        CADDY
    }

    public WebServerSettings {
        boolean present = implementation != Implementation.NONE;
        new Rules()
                .port("port", port, 1)
                .memory("imageCache", imageCache, 1)
                .that(present || count == 1, "count", FOR_ALL, count)
                .that(present || port == null, "port", FOR_ALL, port)
                .that(present || workers == 0, "workers", "is for webServers.implementation=nginx and httpd", workers)
                .that(present || imageCache == null, "imageCache", "is for webServers.implementation=nginx", imageCache)
                .onlyWhere(
                        implementation != Implementation.HTTPD,
                        "imageCache",
                        imageCache,
                        "must be null with httpd, whose cache has no limit")
                .that(
                        connectionsPerAddress == 0 || implementation == Implementation.NGINX,
                        "connectionsPerAddress",
                        "is for webServers.implementation=nginx, as others count no addresses",
                        connectionsPerAddress)
                .atLeast("connectionsPerAddress", 0, connectionsPerAddress)
                .between("count", 1, MOST, count)
                .between("workers", 0, MOST_WORKERS, workers)
                .check();
    }

    public boolean present() {
        return implementation != Implementation.NONE;
    }

    /** How many there are to be. */
    public int instances() {
        return present() ? count : 0;
    }
}
