package gavel.harness.tier;

import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.setting.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Writes the application's settings file: one for each server, which every one of its commands reads too. */
final class AppSettings {
    /** As many as the lesson of the start cache takes; a server that starts ends its warm-up after half a second, however far it came. */
    private static final int WARM_UP_REQUESTS = 4_000;

    /** Live requests a server holds unless its file says more. */
    private static final int USUAL_BOUND = 20_000;

    private static final int HELD_BY_A_PERSON = 2;

    /** In MiB, with its form and once more. */
    private static final long LARGEST_PICTURE = 17;

    private AppSettings() {}

    /** @param index of the server, from 0 */
    static Path write(Deployment deployment, int index) throws IOException {
        Path file = deployment.directory().settings(AppServer.name(index) + ".yaml");
        deployment.host().put(file, new YAMLMapper().writeValueAsString(content(deployment, index)), true);
        return file;
    }

    static Map<String, Object> content(Deployment deployment, int index) {
        String address = AppServer.host(deployment, index).address();
        DataAddresses data = DataAddresses.of(deployment);
        Map<String, Object> gavel = new LinkedHashMap<>();
        gavel.put("node", AppServer.name(index));
        gavel.put("users", deployment.made().load().users());
        gavel.put(
                "database",
                Map.of(
                        "url", data.databaseUrl(),
                        "username", data.databaseUser(),
                        "password", data.databasePassword()));
        gavel.put("documents", Map.of("uri", data.documentsUri()));
        gavel.put(
                "broker",
                Map.of(
                        "host", data.broker().host(),
                        "port", data.broker().port(),
                        "others", data.broker().others(),
                        "virtual-host", data.broker().virtualHost(),
                        "username", data.broker().username(),
                        "password", data.broker().password(),
                        "queues", deployment.configuration().broker().quorum() ? "quorum" : "classic"));
        gavel.put("images", images(deployment));
        if (deployment.configuration().documents().inMemory()) {
            gavel.put("memory", memory(deployment));
        }
        gavel.put(
                "sessions",
                Map.of("bcrypt-cost", deployment.configuration().appServers().bcryptCost()));
        gavel.put("management", Map.of("token", deployment.secrets().management()));
        gavel.put(
                "lots",
                Map.of(
                        "last-call-after",
                                Durations.text(deployment.configuration().lots().lastCallAfter()),
                        "close-after",
                                Durations.text(deployment.configuration().lots().closeAfter())));
        gavel.put("warm-up", warmUp(deployment, index));
        Map<String, Object> all = new LinkedHashMap<>();
        // All of the people may come to one server when the others are gone; it counts their connections itself.
        double users = deployment.made().load().users();
        int perAddress = deployment.configuration().appServers().connectionsPerAddress();
        if (perAddress > 0) {
            gavel.put("requests", Map.of("connections-per-address", perAddress));
        }
        gavel.put("live", Map.of("waiters", bound(HELD_BY_A_PERSON * users)));
        all.put("server", server(deployment, index));
        all.put(
                "management",
                Map.of(
                        "server",
                        listener(address, deployment.ports().management().get(index))));
        all.put("gavel", gavel);
        return all;
    }

    /** A server that will be held to a quota must be warm before: it sends itself all of them, however long it takes. */
    private static Map<String, Object> warmUp(Deployment deployment, int index) {
        boolean quota = deployment.placement().cpu(Tiers.APP_SERVERS, index) > 0;
        return quota ? Map.of("requests", WARM_UP_REQUESTS, "within", "60s") : Map.of("requests", WARM_UP_REQUESTS);
    }

    /**
     * A store in memory has a share of each picture that is on its way to or from it in its own heap, several times: a sixteenth of it is for
     * those of all servers together, and at least one picture for each.
     */
    private static Map<String, Object> memory(Deployment deployment) {
        long ofStore = deployment.sizing().documentMemory()
                / 16
                / deployment.configuration().appServers().count();
        long ofServer = deployment.sizing().appServerHeap() / 8;
        String size = Math.max(LARGEST_PICTURE, Math.min(ofStore, ofServer)) + "MB";
        return Map.of("uploads", size, "pictures", size);
    }

    private static Map<String, Object> images(Deployment deployment) {
        return deployment.configuration().imageStore().isDirectory()
                ? Map.of(
                        "store",
                        "directory",
                        "directory",
                        deployment.directory().images().toString())
                : Map.of("store", "documents");
    }

    private static Map<String, Object> server(Deployment deployment, int index) {
        Map<String, Object> server = new LinkedHashMap<>(listener(
                AppServer.host(deployment, index).address(),
                deployment.ports().app().get(index)));
        if (deployment.configuration().encrypted()) {
            // The client's address and scheme are what the server in front says they are.
            server.put("forward-headers-strategy", "native");
            server.put("tomcat", Map.of("remoteip", Map.of("internal-proxies", proxies(deployment))));
        }
        return server;
    }

    /** Addresses of the servers in front of it, which alone may say whose request it is. */
    private static String proxies(Deployment deployment) {
        Configuration configuration = deployment.configuration();
        boolean web = configuration.webServers().present();
        String tier = web ? Tiers.WEB_SERVERS : Tiers.BALANCERS;
        int count = web
                ? configuration.webServers().instances()
                : configuration.balancers().instances();
        return IntStream.range(0, count)
                .mapToObj(i -> deployment.host(tier, i).address() + "/32")
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static int bound(double wanted) {
        return (int) Math.clamp(wanted, USUAL_BOUND, Integer.MAX_VALUE);
    }

    private static Map<String, Object> listener(String address, int port) {
        return Map.of("address", address, "port", port);
    }
}
