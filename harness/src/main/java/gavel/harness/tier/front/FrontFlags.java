package gavel.harness.tier.front;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.WebServerSettings.Implementation;
import java.util.LinkedHashMap;
import java.util.Map;

/** What web servers and balancers are told, in the words of the disclosure. */
public final class FrontFlags {
    private FrontFlags() {}

    /** By tier. */
    public static Map<String, String> of(Configuration configuration, Sizing sizing) {
        Map<String, String> flags = new LinkedHashMap<>();
        if (configuration.webServers().present()) {
            String limits = configuration.webServers().implementation() == Implementation.NGINX
                    ? "worker_connections>=" + sizing.webConnections() + " proxy_cache=" + sizing.imageCache() + "m"
                    : "MaxRequestWorkers>=" + sizing.webRequests() + ", cache on disk";
            flags.put("webServers", limits + (configuration.balancersDecrypt() ? ", no TLS" : ", TLS, HTTP/2"));
        }
        if (configuration.balancers().present()) {
            flags.put(
                    "balancers",
                    "leastconn, maxconn>=" + sizing.webConnections() / 2
                            + (configuration.balancersDecrypt()
                                    ? ", TLS, HTTP/2, X-Forwarded-For"
                                    : ", TLS passed through, PROXY protocol"));
        }
        return flags;
    }
}
