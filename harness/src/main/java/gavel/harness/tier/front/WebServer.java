package gavel.harness.tier.front;

import gavel.harness.collect.Instance;
import gavel.harness.config.WebServerSettings;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.Ports;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One web server in front of all application servers, of whatever kind. */
final class WebServer implements Service {
    private final Deployment deployment;
    private final int index;
    private final HostProcess process;

    private WebServer(Deployment deployment, int index, HostProcess process) {
        this.deployment = deployment;
        this.index = index;
        this.process = process;
    }

    static WebProgram program(WebServerSettings.Implementation implementation) {
        return switch (implementation) {
            case NGINX -> new Nginx();
            case HTTPD -> new Httpd();
            case NONE -> throw new IllegalArgumentException("no web server has no program");
        };
    }

    private static WebProgram program(Deployment deployment) {
        return program(deployment.configuration().webServers().implementation());
    }

    /** @param index of the server, from 0 */
    static String name(Deployment deployment, int index) {
        return program(deployment).name() + (index + 1);
    }

    /** What opens its figures. */
    static String token(Deployment deployment, int index) {
        return deployment.secrets().statistics(name(deployment, index));
    }

    /** Starts it and waits until it takes connections. */
    static WebServer start(Deployment deployment, Installation installation, Timekeeper time, int index)
            throws IOException, InterruptedException {
        Host host = deployment.host(Tiers.WEB_SERVERS, index);
        WebProgram kind = program(deployment);
        Path program = kind.program().on(host);
        RunDirectory directory = deployment.directory();
        String name = name(deployment, index);
        Path file = directory.settings(name + ".conf");
        Files.createDirectories(directory.data(name));
        for (String inner : kind.directories()) {
            Files.createDirectories(directory.data(name).resolve(inner));
        }
        Certificates.make(deployment, installation.java());
        for (int i = 0; i < deployment.ports().web().size(); i++) {
            new TicketKey(deployment, i).write();
        }
        host.put(file, kind.configuration(deployment, index), true);
        HostProcess process = new FrontProgram(
                        host,
                        kind.program().title(),
                        name,
                        Tiers.WEB_SERVERS,
                        kind.command(program, directory.data(name), file),
                        "-t")
                .start(deployment, time, deployment.ports().web().get(index).https());
        return new WebServer(deployment, index, process);
    }

    /** Of a deployment that is up already. */
    static Optional<WebServer> found(Deployment deployment, List<HostProcess> running, int index) {
        String name = name(deployment, index);
        return running.stream()
                .filter(process -> process.name().equals(name))
                .findFirst()
                .map(process -> new WebServer(deployment, index, process));
    }

    int index() {
        return index;
    }

    private Ports.Web ports() {
        return deployment.ports().web().get(index);
    }

    /** Where people reach the application. */
    URI address() {
        return FrontDoors.door(deployment.host(Tiers.WEB_SERVERS, index).address(), ports().https());
    }

    String version() {
        return program(deployment).program().version(deployment.host());
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(process);
    }

    @Override
    public List<Instance> instances() {
        URI figures =
                URI.create("http://" + deployment.host(Tiers.WEB_SERVERS, index).address() + ":" + ports().status());
        return List.of(Instance.of(Tiers.WEB_SERVERS, name(deployment, index), process.pid())
                .reporting(program(deployment).statistics(figures, token(deployment, index), version())));
    }
}
