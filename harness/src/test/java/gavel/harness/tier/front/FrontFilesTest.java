package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Ports;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What web servers and balancers are started with. */
class FrontFilesTest {
    /** A place of the template that nobody filled; what is secret stays a reference. */
    private static final String UNKNOWN = "\\$\\{(?!secret:)";

    @TempDir
    Path home;

    private TierRig deploy(String... settings) {
        return new TierRig(home, false, settings);
    }

    private static int port(List<Ports.Web> servers, int index) {
        return servers.get(index).https();
    }

    @Test
    void eachVirtualAddressHasAnotherHostAsItsFirstOwner() {
        try (TierRig rig = deploy(
                "hosts.isolated=true",
                "webServers.implementation=nginx",
                "webServers.count=3",
                "virtualIps.implementation=keepalived",
                "virtualIps.count=2")) {
            int port = port(rig.deployment.ports().web(), 0);
            assertThat(rig.file("keepalived2", "keepalived2.conf"))
                    .contains("router_id keepalived2", "/dev/tcp/127.0.0.1/" + port, "127.0.9.1/24", "127.0.9.2/24")
                    .containsSubsequence("virtual_router_id 1", "priority 195", "virtual_router_id 2", "priority 200")
                    .doesNotContainPattern(UNKNOWN);
            assertThat(List.of(
                            Keepalived.priority(1, 0, 3), Keepalived.priority(1, 1, 3), Keepalived.priority(1, 2, 3)))
                    .containsExactly(190, 200, 195);
        }
    }

    @Test
    void nginxKnowsEveryApplicationServerAndItsCertificates() {
        try (TierRig rig = deploy("webServers.implementation=nginx", "appServers.count=2", "load.users=100")) {
            assertThat(rig.file("nginx1", "nginx1.conf"))
                    .contains(
                            "server 127.0.0.1:" + rig.deployment.ports().app().get(0) + " max_fails=2",
                            "server 127.0.0.1:" + rig.deployment.ports().app().get(1) + " max_fails=2",
                            "listen 127.0.0.1:" + port(rig.deployment.ports().web(), 0) + " ssl http2 backlog",
                            "worker_connections " + (20_000 - 128) + ";",
                            "client_header_timeout 10s;",
                            "worker_processes auto;",
                            // As long as a request may take, and as with HAProxy.
                            "worker_shutdown_timeout 60s;",
                            "proxy_read_timeout 60s;")
                    .doesNotContainPattern(UNKNOWN)
                    .doesNotContain("real_ip_header");
        }
    }

    /** By itself it would start one for each core of the machine, and each reserves memory for all connections. */
    @Test
    void nginxHasAProcessForEachCoreThatItsHostMayUse() {
        try (TierRig rig =
                deploy("hosts.isolated=true", "webServers.implementation=nginx", "hosts.webServers.cpu=1.5")) {
            assertThat(rig.file("nginx1", "nginx1.conf")).contains("worker_processes 2;");
        }
    }

    @Test
    void nginxHasTheProcessesThatAreSet() {
        try (TierRig rig = deploy(
                "hosts.isolated=true",
                "webServers.implementation=nginx",
                "hosts.webServers.cpu=0.2",
                "webServers.workers=3")) {
            assertThat(rig.file("nginx1", "nginx1.conf")).contains("worker_processes 3;");
        }
    }

    /** Nginx has room for 8,000 keys in each MiB, and a data set 60 pictures in their sizes for each user. */
    @Test
    void nginxHasAKeyForEachPictureThatItsCacheMayKeep() {
        try (TierRig rig = deploy("webServers.implementation=nginx", "load.users=12800")) {
            assertThat(rig.file("nginx1", "nginx1.conf")).contains("keys_zone=images:116m max_size=3328m ");
        }
        assertThat(Nginx.keys(100_000) * 8_000).isGreaterThan(60 * 100_000);
    }

    @Test
    void httpdHasAThreadForEachRequestThatItHolds() {
        try (TierRig rig = deploy("webServers.implementation=httpd", "appServers.count=2", "load.users=100")) {
            assertThat(rig.file("httpd1", "httpd1.conf"))
                    .contains(
                            "BalancerMember http://127.0.0.1:"
                                    + rig.deployment.ports().app().get(1) + " connectiontimeout=2 timeout=60",
                            "Listen 127.0.0.1:" + port(rig.deployment.ports().web(), 0) + " http\n",
                            "StartServers 5\n",
                            "MaxRequestWorkers " + 5 * 256 + "\n",
                            // Those that hold requests after a reload, and after one more, keep their places until they
                            // end.
                            "ServerLimit " + 3 * 5 + "\n",
                            "CacheKeyBaseURL https://localhost\n",
                            "SSLEngine on")
                    .doesNotContain("RemoteIPHeader", "RemoteIPProxyProtocol");
        }
        assertThat(Httpd.processes(128 + 4 * 300, 0)).isEqualTo(8);
        assertThat(Httpd.processes(128 + 4 * 300, 2)).isEqualTo(2);
    }

    @Test
    void balancersKnowEveryWebServerAndWhoseTicketIsWhose() {
        try (TierRig rig = deploy(
                "balancers.implementation=haproxy",
                "balancers.count=2",
                "webServers.implementation=nginx",
                "webServers.count=2")) {
            assertThat(rig.file("haproxy2", "haproxy2.cfg"))
                    .contains(
                            "server nginx1 127.0.0.1:"
                                    + port(rig.deployment.ports().web(), 0) + "\n",
                            "server nginx2 127.0.0.1:"
                                    + port(rig.deployment.ports().web(), 1) + "\n",
                            "bind 127.0.0.1:" + port(rig.deployment.ports().balancers(), 1) + " tcp-ut 20s\n",
                            "    maxconn " + (20_000 - 256) / 2 + "\n",
                            "timeout client-fin 5s",
                            "use-server nginx2 if { req.payload(0,0),hex -m sub -i "
                                    + "676176656c2d7765622d303030303032 }")
                    .doesNotContainPattern(UNKNOWN)
                    .doesNotContain("stick-table");
            assertThat(rig.file("nginx2", "nginx2.conf"))
                    .contains(port(rig.deployment.ports().web(), 1) + " ssl http2 proxy_protocol ")
                    .containsSubsequence("ticket-key-2;", "ticket-key-1;");
            assertThat(TicketKey.name(1)).isEqualTo("gavel-web-000002");
            assertThat(rig.file("nginx1", "ticket-key-2")).isEqualTo("${secret:ticket-key-2}");
        }
    }

    /** By itself it would have one for each core of the machine. */
    @Test
    void balancersHaveAThreadForEachCoreThatTheirHostMayUse() {
        try (TierRig rig =
                deploy("hosts.isolated=true", "balancers.implementation=haproxy", "hosts.balancers.cpu=1.5")) {
            assertThat(rig.file("haproxy1", "haproxy1.cfg")).contains("\n    nbthread 2\n    log stdout ");
        }
        assertThat(List.of(HaProxy.threads(0), HaProxy.threads(0.2), HaProxy.threads(100)))
                .containsExactly("", "    nbthread 1\n", "    nbthread 64\n");
    }

    /** It has no master that could hand people over to another process, and nothing to learn. */
    @ParameterizedTest
    @ValueSource(strings = {"passthrough", "terminate"})
    void aBalancerInFrontOfWebServersHasTheSameFilesHoweverManyApplicationServersThereAre(String tls) {
        try (TierRig rig = deploy(
                "balancers.implementation=haproxy",
                "balancers.tls=" + tls,
                "webServers.implementation=nginx",
                "appServers.most=3")) {
            InstanceSpec balancer = rig.spec("haproxy1");
            rig.running.appServers(3);
            assertThat(rig.spec("haproxy1").files()).isEqualTo(balancer.files());
            assertThat(balancer.reload()).isNull();
            assertThat(rig.spec("nginx1").reload()).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"nginx,real_ip_header X-Forwarded-For,ssl_certificate", "httpd,RemoteIPHeader X-Forwarded-For,SSLEngine"
    })
    void behindBalancersThatDecryptWebServersDoNot(String kind, String believed, String encrypted) {
        try (TierRig rig = deploy(
                "balancers.implementation=haproxy", "balancers.tls=terminate", "webServers.implementation=" + kind)) {
            assertThat(rig.file(kind + "1", kind + "1.conf")).contains(believed).doesNotContain(encrypted);
            assertThat(rig.file("haproxy1", "haproxy1.cfg")).contains("alpn h2", "server " + kind + "1 127.0.0.1:");
        }
    }

    @Test
    void withoutWebServersBalancersDecryptAndAskTheApplicationWhetherItIsReady() {
        try (TierRig rig = deploy("balancers.implementation=haproxy", "appServers.count=2")) {
            assertThat(rig.file("haproxy1", "haproxy1.cfg"))
                    .contains(
                            "option httpchk GET /actuator/health/readiness",
                            // As in pods: without it a check is over after its interval, and a busy server is lost
                            // after a second.
                            "    timeout check 3s\n",
                            "server app2 127.0.0.1:"
                                    + rig.deployment.ports().app().get(1) + " port "
                                    + rig.deployment.ports().management().get(1) + "\n")
                    .doesNotContainPattern(UNKNOWN);
        }
        assertThatThrownBy(() -> deploy("balancers.implementation=haproxy", "balancers.tls=passthrough"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("balancers.tls must be terminate without web servers");
    }

    @Test
    void aBalancerHasTwoDescriptorsForEachConnection() {
        assertThat(HaProxy.connections(30_000, 20_000)).isEqualTo((20_000 - 256) / 2);
        assertThat(HaProxy.connections(2_512, 1_000_000)).isEqualTo(1_256 + FrontDoors.ROOM);
        assertThat(HaProxy.connections(2_512, -1)).isEqualTo(1_256 + FrontDoors.ROOM);
    }

    @Test
    void aWorkerAsksForNoMoreConnectionsThanTheMachineHasDescriptors() {
        assertThat(Nginx.connections(30_000, 20_000)).isEqualTo(19_872);
        assertThat(Nginx.connections(2_512, 1_000_000)).isEqualTo(2_512 + 2 * FrontDoors.ROOM);
        assertThat(Nginx.connections(2_512, -1)).isEqualTo(2_512 + 2 * FrontDoors.ROOM);
    }

    @ParameterizedTest
    @CsvSource({
        "balancers.implementation=haproxy webServers.implementation=nginx",
        "balancers.implementation=haproxy webServers.implementation=nginx balancers.tls=terminate",
        "balancers.implementation=haproxy"
    })
    void anAddressIsBoundedWhereTheConfigurationWantsIt(String tiers) {
        String[] bounded = (tiers + " balancers.connectionsPerAddress=50").split(" ");
        try (TierRig rig = deploy(bounded)) {
            assertThat(rig.file("haproxy1", "haproxy1.cfg"))
                    .contains(
                            "tcp-request connection track-sc0 src,ipmask(32,64)\n",
                            "tcp-request connection reject if { sc0_conn_cur gt 50 }\n")
                    .doesNotContainPattern(UNKNOWN);
        }
    }

    @Test
    void whoCannotCountAddressesRefusesToBoundThem() {
        try (TierRig rig = deploy("webServers.implementation=nginx", "webServers.connectionsPerAddress=7")) {
            assertThat(rig.file("nginx1", "nginx1.conf"))
                    .contains("limit_conn addresses 7;", "limit_conn_zone $binary_remote_addr");
        }
        assertThatThrownBy(() -> deploy("webServers.implementation=httpd", "webServers.connectionsPerAddress=7"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is for webServers.implementation=nginx, as others count no addresses: 7");
        assertThatThrownBy(() -> deploy("balancers.connectionsPerAddress=7"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("connectionsPerAddress is for balancers.implementation=haproxy: 7");
        assertThatThrownBy(() -> deploy("webServers.implementation=nginx", "appServers.connectionsPerAddress=7"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("set connectionsPerAddress of those");
    }
}
