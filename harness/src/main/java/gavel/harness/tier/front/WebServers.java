package gavel.harness.tier.front;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.WebServerSettings.Implementation;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Program;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What all web servers have in common, of whatever kind. The index tells which, from 0. */
public final class WebServers {
    private WebServers() {}

    /**
     * Processes of each, which share its connections.
     *
     * @param cores of its machine
     */
    public static int processes(Configuration configuration, int cores) {
        return switch (configuration.webServers().implementation()) {
            case NGINX -> Nginx.workers(configuration).orElse(cores);
            case HTTPD ->
                Httpd.processes(
                        Sizing.of(configuration).webRequests(),
                        configuration.webServers().workers());
            case CADDY -> 1;
            case NONE -> 0;
        };
    }

    static String name(Implementation implementation, int index) {
        return implementation.name().toLowerCase(Locale.ROOT) + (index + 1);
    }

    static String name(TopologyContext context, int index) {
        return name(context.configuration().webServers().implementation(), index);
    }

    /** All of one kind; none where the configuration wants another. */
    static List<InstanceSpec> all(
            TopologyContext context, Implementation implementation, IntFunction<InstanceSpec> instance) {
        return context.configuration().webServers().implementation() == implementation
                ? IntStream.range(0, context.ports().web().size())
                        .mapToObj(instance)
                        .toList()
                : List.of();
    }

    static URI figures(TopologyContext context, int index, String path) {
        return FrontDoors.figures(
                        context,
                        Tiers.WEB_SERVERS,
                        index,
                        context.ports().web().get(index).status())
                .resolve(path);
    }

    /** What the configuration files of all of them have places for. */
    static Map<String, String> values(TopologyContext context, String name, int index) {
        Map<String, String> values = new HashMap<>();
        values.put("deployment", context.deployment());
        values.put("token", Secret.statistics(name).reference());
        values.put("data", context.data(name));
        values.put("address", context.address(Tiers.WEB_SERVERS, index));
        values.put("status", Integer.toString(context.ports().web().get(index).status()));
        values.put("generation", FrontDoors.generation(context));
        return values;
    }

    /**
     * One server in front of all application servers.
     *
     * @param command runs it in the foreground
     * @param check judges its configuration
     */
    static InstanceSpec.Builder server(
            TopologyContext context,
            String name,
            int index,
            Program program,
            List<String> command,
            List<String> check,
            String configuration) {
        InstanceSpec.Builder server = FrontDoors.certified(Encryption.of(context, Tiers.WEB_SERVERS, index)
                        .given(FrontDoors.server(
                                        context,
                                        new InstanceSpec.Id(Tiers.WEB_SERVERS, name),
                                        index,
                                        program,
                                        command,
                                        check)
                                .directory("data/" + name)))
                .file(FileSpec.secret("settings/" + name + ".conf", configuration));
        for (int i = 0; i < context.ports().web().size(); i++) {
            server.file(TicketKey.spec(i));
        }
        return server;
    }
}
