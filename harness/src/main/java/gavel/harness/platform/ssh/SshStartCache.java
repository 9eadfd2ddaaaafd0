package gavel.harness.platform.ssh;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.StartCachePlace;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Beside the jar on every machine of application servers. One of them makes it, and the others get it from there, as every machine has the
 * same jar at the same place and with the same time. Held by one thread.
 */
final class SshStartCache implements StartCachePlace {
    private static final long MOST = 512L << 20;
    private final Sites sites;
    /** Null until the first question. */
    private Boolean everywhere;

    SshStartCache(Sites sites) {
        this.sites = sites;
    }

    private String file() {
        return sites.given().build().below(sites.directory()) + "/auction-app/target/auction-app.aot";
    }

    /** Null where one of the machines has none. All of them must answer. */
    String place() {
        if (everywhere == null) {
            everywhere = !lacking(servers()).contains(true);
        }
        return everywhere ? file() : null;
    }

    private static List<Boolean> lacking(List<FarSite> servers) {
        return SideBySide.all(servers, site -> site.far().startCacheMissing(site.order()));
    }

    /** Only machines that are on; the first of them is that of the first application server. */
    private List<FarSite> servers() {
        return sites.ground().machines().stream()
                .filter(machine -> machine.tiers().contains(Tiers.APP_SERVERS))
                .map(sites::site)
                .toList();
    }

    @Override
    public boolean missing() {
        List<FarSite> servers = servers();
        List<Boolean> missing = lacking(servers);
        everywhere = !missing.contains(true);
        if (!everywhere && !missing.getFirst()) {
            everywhere = spread(servers);
        }
        return !everywhere;
    }

    @Override
    public void forget() {
        everywhere = false;
        SideBySide.all(servers(), site -> {
            site.far().forgetStartCache(site.order());
            return site;
        });
    }

    @Override
    public boolean keep(String path) throws IOException {
        List<FarSite> servers = servers();
        FarSite first = servers.getFirst();
        everywhere = first.far().keepStartCache(first.order(), path) && spread(servers);
        return everywhere;
    }

    /** From the first machine to those that have none. */
    private boolean spread(List<FarSite> servers) {
        try {
            Path here = Files.createTempFile("gavel-start-", ".aot");
            try {
                servers.getFirst().host().fetch(file(), here, MOST);
                SideBySide.all(servers.subList(1, servers.size()), site -> {
                    if (site.far().startCacheMissing(site.order())) {
                        site.host().send(here, file());
                    }
                    return site;
                });
                return true;
            } finally {
                Files.deleteIfExists(here);
            }
        } catch (IOException | EnvironmentException e) {
            // Servers start slower, and are otherwise the same.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
