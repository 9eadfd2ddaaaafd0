package gavel.harness.tier;

import gavel.harness.setting.Durations;
import gavel.harness.tier.images.ImageStore;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The settings of an application server, which every one of its commands reads too. Pure. */
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
    static Map<String, Object> content(TopologyContext context, int index) {
        DataAddresses data = DataAddresses.of(context);
        Map<String, Object> gavel = new LinkedHashMap<>();
        gavel.put("node", AppServer.name(index));
        gavel.put("users", context.made().load().users());
        gavel.put(
                "database",
                Map.of(
                        "url", data.databaseUrl(),
                        "username", data.databaseUser(),
                        "password", data.databasePassword().reference()));
        gavel.put("documents", Map.of("uri", data.documentsUri()));
        gavel.put(
                "broker",
                Map.of(
                        "host", data.broker().host(),
                        "port", data.broker().port(),
                        "others", data.broker().others(),
                        "virtual-host", data.broker().virtualHost(),
                        "username", data.broker().username(),
                        "password", data.broker().password().reference(),
                        "queues", context.configuration().broker().quorum() ? "quorum" : "classic"));
        if (Encryption.wanted(context)) {
            gavel.put("authority", Encryption.authority(context));
        }
        gavel.put("images", images(context));
        if (context.configuration().documents().inMemory()) {
            gavel.put("memory", memory(context));
        }
        gavel.put(
                "sessions",
                Map.of("bcrypt-cost", context.configuration().appServers().bcryptCost()));
        gavel.put("management", Map.of("token", Secret.MANAGEMENT.reference()));
        gavel.put(
                "lots",
                Map.of(
                        "last-call-after",
                                Durations.text(context.configuration().lots().lastCallAfter()),
                        "close-after",
                                Durations.text(context.configuration().lots().closeAfter())));
        gavel.put("warm-up", warmUp(context, index));
        Map<String, Object> all = new LinkedHashMap<>();
        // All of the people may come to one server when the others are gone; it counts their connections itself.
        double users = context.made().load().users();
        int perAddress = context.configuration().appServers().connectionsPerAddress();
        if (perAddress > 0) {
            gavel.put("requests", Map.of("connections-per-address", perAddress));
        }
        gavel.put("live", Map.of("waiters", bound(HELD_BY_A_PERSON * users)));
        all.put("server", server(context, index));
        all.put(
                "management",
                Map.of(
                        "server",
                        listener(context, index, context.ports().management().get(index))));
        all.put("gavel", gavel);
        return all;
    }

    /** One that will be held to a quota must be warm before: it sends itself all of them, or what a minute has where it is held already. */
    private static Map<String, Object> warmUp(TopologyContext context, int index) {
        boolean quota = context.placement().cpu(Tiers.APP_SERVERS, index) > 0;
        return quota ? Map.of("requests", WARM_UP_REQUESTS, "within", "60s") : Map.of("requests", WARM_UP_REQUESTS);
    }

    /**
     * A store in memory has a share of each picture that is on its way to or from it in its own heap, several times. A sixteenth of it is
     * for the pictures of all servers together, and at least one picture for each.
     */
    private static Map<String, Object> memory(TopologyContext context) {
        long ofStore = context.sizing().documentMemory()
                / 16
                / context.configuration().appServers().count();
        long ofServer = context.sizing().appServerHeap() / 8;
        String size = Math.max(LARGEST_PICTURE, Math.min(ofStore, ofServer)) + "MB";
        return Map.of("uploads", size, "pictures", size);
    }

    private static Map<String, Object> images(TopologyContext context) {
        return context.configuration().imageStore().isDirectory()
                ? Map.of("store", "directory", "directory", context.data(ImageStore.DIRECTORY))
                : Map.of("store", "documents");
    }

    private static Map<String, Object> server(TopologyContext context, int index) {
        Map<String, Object> server =
                listener(context, index, context.ports().app().get(index));
        if (context.configuration().fronted()) {
            // The client's address and scheme are what the server in front says they are.
            server.put("forward-headers-strategy", "native");
            server.put("tomcat", Map.of("remoteip", Map.of("internal-proxies", proxies(context))));
        }
        return server;
    }

    /** Addresses of the servers in front of it, which alone may say whose request it is. */
    private static String proxies(TopologyContext context) {
        boolean web = context.configuration().webServers().present();
        String tier = web ? Tiers.WEB_SERVERS : Tiers.BALANCERS;
        int count = (web ? context.ports().web() : context.ports().balancers()).size();
        return IntStream.range(0, count)
                .mapToObj(i -> context.address(tier, i) + "/32")
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static int bound(double wanted) {
        return (int) Math.clamp(wanted, USUAL_BOUND, Integer.MAX_VALUE);
    }

    private static Map<String, Object> listener(TopologyContext context, int index, int port) {
        Map<String, Object> listener = new LinkedHashMap<>();
        listener.put("address", context.address(Tiers.APP_SERVERS, index));
        listener.put("port", port);
        if (Encryption.wanted(context)) {
            Encryption own = Encryption.of(context, Tiers.APP_SERVERS, index);
            listener.put(
                    "ssl",
                    Map.of(
                            "certificate", "file:" + own.certificate(),
                            "certificate-private-key", "file:" + own.key(),
                            "enabled-protocols", List.of("TLSv1.3", "TLSv1.2")));
        }
        return listener;
    }
}
