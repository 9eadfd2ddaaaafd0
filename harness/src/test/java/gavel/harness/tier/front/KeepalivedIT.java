package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.harness.config.Configuration;
import gavel.harness.config.Placement;
import gavel.harness.deployment.Deployment;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.LocalHost;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.host.isolation.Isolation;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
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
    private static final int PORT = 17_443;
    private static final Duration MOVED = Duration.ofSeconds(5);
    private static final Keepalived.Front FRONT = new Keepalived.Front(Tiers.APP_SERVERS, 2, PORT);

    @TempDir
    Path home;

    private Deployment deployment;
    private List<HostProcess> servers;

    @BeforeEach
    void start() throws Exception {
        LocalHost here = new LocalHost(home);
        Configuration configuration = TierRig.configuration(
                "hosts.isolated=true",
                "appServers.count=2",
                "webServers.implementation=nginx",
                "virtualIps.implementation=keepalived",
                "virtualIps.count=2");
        boolean possible = Program.KEEPALIVED.find(here).isPresent()
                && Isolation.obstacles(Placement.of(configuration).hosts()).isEmpty();
        if (!possible) {
            System.err.println(
                    "NOT TESTED: Keepalived needs root, and to be installed: " + Program.KEEPALIVED.advice());
        }
        assumeTrue(possible, "Keepalived is not installed here, or the machine cannot be divided");
        deployment = RealServers.deploy(home, configuration);
        deployment.host().divide(deployment.placement().hosts());
        servers = List.of(server(0), server(1));
        Keepalived.start(deployment, FRONT, TIME);
    }

    @AfterEach
    void stop() {
        if (deployment != null) {
            deployment.host().recorded().forEach(process -> process.stop(Duration.ofSeconds(5)));
            deployment.host().reunite();
            deployment.close();
        }
    }

    private HostProcess server(int index) throws IOException {
        Path pages = Files.createDirectories(home.resolve("pages" + index));
        Files.writeString(pages.resolve("who"), "host" + (index + 1));
        Host host = deployment.host(Tiers.APP_SERVERS, index);
        return host.start(ProcessSpec.server(
                "server" + index,
                "test",
                List.of("python3", "-m", "http.server", Integer.toString(PORT), "--directory", pages.toString()),
                Map.of(),
                home,
                true,
                "TERM"));
    }

    /** Whose server answers at an address; empty when none does. */
    private static String owner(String address) {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(Duration.ofMillis(300)).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + ":" + PORT + "/who"))
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

    private static void becomes(String address, String owner, String why) throws InterruptedException {
        long begun = System.nanoTime();
        assertThat(TIME.await(() -> owner(address).equals(owner), MOVED))
                .as(why)
                .isTrue();
        System.out.printf("%s: %s after %.2f s%n", why, owner, (System.nanoTime() - begun) / 1e9);
    }

    @Test
    void anAddressMovesWhenItsOwnerDiesAndReturnsWithIt() throws Exception {
        List<String> addresses = Keepalived.addresses(deployment);
        becomes(addresses.get(0), "host1", "first address");
        becomes(addresses.get(1), "host2", "second address");

        servers.get(0).stop(Duration.ZERO);
        becomes(addresses.get(0), "host2", "the server of its owner is gone");
        assertThat(owner(addresses.get(1))).isEqualTo("host2");

        server(0);
        becomes(addresses.get(0), "host1", "it is back");

        pullCable(deployment.host(Tiers.APP_SERVERS, 1));
        becomes(addresses.get(1), "host1", "the host of its owner is cut off");
    }

    private void pullCable(Host host) throws IOException, InterruptedException {
        host.run(
                ProcessSpec.privileged("pull", "test", List.of("ip", "link", "set", "eth0", "down"), Map.of(), home),
                line -> {},
                Duration.ofSeconds(5));
    }
}
