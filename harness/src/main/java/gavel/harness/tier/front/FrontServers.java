package gavel.harness.tier.front;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What stands between people and application servers: web servers, and balancers in front of those; either may be absent. */
public final class FrontServers implements Service {
    public static final FrontServers NONE = new FrontServers(List.of(), List.of(), null);
    private final List<WebServer> webServers;
    private final List<HaProxy> balancers;
    private final Keepalived virtualIps;

    private FrontServers(List<WebServer> webServers, List<HaProxy> balancers, Keepalived virtualIps) {
        this.webServers = List.copyOf(webServers);
        this.balancers = List.copyOf(balancers);
        this.virtualIps = virtualIps;
    }

    /** Those of a deployment that run already. */
    public static FrontServers found(Deployment deployment, List<HostProcess> running) {
        return new FrontServers(
                IntStream.range(0, deployment.ports().web().size())
                        .mapToObj(index -> WebServer.found(deployment, running, index))
                        .flatMap(Optional::stream)
                        .toList(),
                IntStream.range(0, deployment.ports().balancers().size())
                        .mapToObj(index -> HaProxy.found(deployment, running, index))
                        .flatMap(Optional::stream)
                        .toList(),
                Keepalived.found(deployment, running).orElse(null));
    }

    /** These with the missing ones beside them, ready. */
    public FrontServers started(Deployment deployment, Installation installation, Timekeeper time)
            throws IOException, InterruptedException {
        List<WebServer> web = new ArrayList<>();
        for (int i = 0; i < deployment.ports().web().size(); i++) {
            int index = i;
            Optional<WebServer> running = webServers.stream()
                    .filter(server -> server.index() == index)
                    .findFirst();
            web.add(running.isPresent() ? running.get() : WebServer.start(deployment, installation, time, i));
        }
        List<HaProxy> front = new ArrayList<>();
        for (int i = 0; i < deployment.ports().balancers().size(); i++) {
            int index = i;
            Optional<HaProxy> running = balancers.stream()
                    .filter(balancer -> balancer.index() == index)
                    .findFirst();
            front.add(running.isPresent() ? running.get() : HaProxy.start(deployment, installation, time, i));
        }
        return new FrontServers(
                web,
                front,
                deployment.configuration().virtualIps().present() ? Keepalived.start(deployment, time) : null);
    }

    /** Programs a configuration needs on the machine. */
    public static List<Program> needed(Configuration configuration) {
        List<Program> needed = new ArrayList<>();
        if (configuration.balancers().present()) {
            needed.add(Program.HAPROXY);
        }
        if (configuration.webServers().present()) {
            needed.add(WebServer.program(configuration.webServers().implementation())
                    .program());
        }
        if (configuration.virtualIps().present()) {
            needed.add(Program.KEEPALIVED);
        }
        return needed;
    }

    /** What the instances of a configuration will be called. */
    public static List<String> webServerNames(Configuration configuration) {
        return IntStream.range(0, configuration.webServers().instances())
                .mapToObj(i -> WebServer.program(configuration.webServers().implementation())
                                .name()
                        + (i + 1))
                .toList();
    }

    public static List<String> balancerNames(Configuration configuration) {
        return IntStream.range(0, configuration.balancers().instances())
                .mapToObj(HaProxy::name)
                .toList();
    }

    /** Where people reach the application; empty where nothing stands before the application servers. */
    public List<URI> doors() {
        if (virtualIps != null) {
            return virtualIps.doors();
        }
        return balancers.isEmpty()
                ? webServers.stream().map(WebServer::address).toList()
                : balancers.stream().map(HaProxy::address).toList();
    }

    public static List<String> keepalivedNames(Configuration configuration) {
        return configuration.virtualIps().present()
                ? IntStream.range(0, configuration.frontServers())
                        .mapToObj(Keepalived::name)
                        .toList()
                : List.of();
    }

    /** By tier. */
    public Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        if (!webServers.isEmpty()) {
            versions.put(Tiers.WEB_SERVERS, webServers.getFirst().version());
        }
        if (!balancers.isEmpty()) {
            versions.put(Tiers.BALANCERS, balancers.getFirst().version());
        }
        if (virtualIps != null) {
            versions.put(Tiers.VIRTUAL_IPS, virtualIps.version());
        }
        return versions;
    }

    private Stream<Service> services() {
        return Stream.of(webServers.stream(), balancers.stream(), Stream.ofNullable(virtualIps))
                .flatMap(services -> services);
    }

    @Override
    public List<HostProcess> processes() {
        return services().flatMap(service -> service.processes().stream()).toList();
    }

    @Override
    public List<Instance> instances() {
        return services().flatMap(service -> service.instances().stream()).toList();
    }
}
