package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.ProcessSpec;
import gavel.harness.platform.local.isolation.Isolation;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Keepalived on two hosts of this machine, each with a web server that says where it is. */
class KeepalivedIT {
    private static final Timekeeper TIME = Timekeeper.system();
    private static final Duration MOVED = Duration.ofSeconds(5);

    @TempDir
    Path home;

    private Deployment deployment;
    private List<HostProcess> servers;
    private int port;
    private List<String> addresses;

    @BeforeEach
    void start() throws Exception {
        Configuration configuration = TierRig.configuration(
                "hosts.isolated=true",
                "webServers.implementation=nginx",
                "webServers.count=2",
                "virtualIps.implementation=keepalived",
                "virtualIps.count=2");
        boolean possible = RealServers.installed(home, configuration)
                && Isolation.obstacles(Placement.of(configuration).hosts()).isEmpty();
        if (!possible) {
            System.err.println("NOT TESTED: Keepalived needs root, and to be installed");
        }
        assumeTrue(possible, "Keepalived is not installed here, or the machine cannot be divided");
        deployment = RealServers.deploy(home, configuration);
        RunningTopology running = RealServers.running(deployment);
        running.platform().prepare(_ -> {});
        port = deployment.ports().web().getFirst().https();
        addresses = running.doors().stream().map(URI::getHost).toList();
        servers = List.of(server(0), server(1));
        running.start(running.topology().of(Tiers.VIRTUAL_IPS));
    }

    @AfterEach
    void stop() {
        if (deployment != null) {
            RealServers.host(deployment).recorded().forEach(process -> process.stop(Duration.ofSeconds(5)));
            RealServers.host(deployment).reunite();
            deployment.close();
        }
    }

    private Host web(int index) {
        return RealServers.host(deployment).part("web" + (index + 1));
    }

    private HostProcess server(int index) throws IOException {
        Path pages = Files.createDirectories(home.resolve("pages" + index));
        Files.writeString(pages.resolve("who"), "host" + (index + 1));
        Host host = web(index);
        return host.start(new ProcessSpec(
                "server" + index,
                "test",
                List.of("python3", "-m", "http.server", Integer.toString(port), "--directory", pages.toString()),
                Map.of(),
                home,
                0,
                true));
    }

    /** Whose server answers at an address; empty when none does. */
    private String owner(String address) {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofMillis(300)).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + ":" + port + "/who"))
                    .timeout(Duration.ofMillis(500))
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException expected) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private void becomes(String address, String owner, String why) throws InterruptedException {
        long begun = System.nanoTime();
        assertThat(TIME.await(() -> owner(address).equals(owner), MOVED))
                .as(why)
                .isTrue();
        System.out.printf("%s: %s after %.2f s%n", why, owner, (System.nanoTime() - begun) / 1e9);
    }

    @Test
    void anAddressMovesWhenItsOwnerDiesAndReturnsWithIt() throws Exception {
        becomes(addresses.get(0), "host1", "first address");
        becomes(addresses.get(1), "host2", "second address");

        servers.get(0).stop(Duration.ZERO);
        becomes(addresses.get(0), "host2", "the server of its owner is gone");
        assertThat(owner(addresses.get(1))).isEqualTo("host2");

        server(0);
        becomes(addresses.get(0), "host1", "it is back");

        pullCable(web(1));
        becomes(addresses.get(1), "host1", "the host of its owner is cut off");
    }

    private void pullCable(Host host) throws IOException, InterruptedException {
        host.run(
                ProcessSpec.privileged("pull", "test", List.of("ip", "link", "set", "eth0", "down"), Map.of(), home),
                line -> {},
                Duration.ofSeconds(5));
    }
}
