package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.Image;
import gavel.harness.topology.Tiers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PodPlanTest {
    static Configuration configuration(String name, String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        name,
                        Stream.concat(Stream.of("platform=kubernetes"), Stream.of(settings))
                                .map(SettingOverride::parse)
                                .toList());
    }

    static List<PodPlan> plans(Configuration configuration) {
        return PodPlan.of(configuration, Topologies.planned(configuration).instances());
    }

    private static PodPlan plan(Configuration configuration, String host) {
        return plans(configuration).stream()
                .filter(plan -> plan.host().equals(host))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyHostIsAPodWithTheImageOfItsProgram() {
        assertThat(plans(configuration("small")))
                .extracting(PodPlan::host, PodPlan::image)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("balancer1", Image.HAPROXY),
                        org.assertj.core.groups.Tuple.tuple("web1", Image.NGINX),
                        org.assertj.core.groups.Tuple.tuple("app1", Image.APP),
                        org.assertj.core.groups.Tuple.tuple("broker1", Image.RABBITMQ),
                        org.assertj.core.groups.Tuple.tuple("database1", Image.POSTGRESQL),
                        org.assertj.core.groups.Tuple.tuple("documents1", Image.SERVICES),
                        org.assertj.core.groups.Tuple.tuple("driver1", Image.DRIVER),
                        org.assertj.core.groups.Tuple.tuple("tools1", Image.APP));
    }

    @Test
    void memoryIsThatOfTheProcessesAndOfWhoWatchesThem() {
        Configuration minimal = configuration("minimal");
        Sizing sizing = Sizing.of(minimal);

        assertThat(plan(minimal, "app1").mebibytes())
                .isEqualTo(Sizing.process(sizing.appServerHeap()) + PodPlan.WATCHING);
        assertThat(plan(minimal, "services1").mebibytes())
                .as("the embedded database is a process of the same pod")
                .isGreaterThanOrEqualTo(
                        Sizing.process(sizing.embeddedHeap()) + sizing.databaseMemory() + PodPlan.WATCHING);
        assertThat(plan(minimal, "app1").cpu()).as("no limit").isZero();
    }

    @Test
    void whatTheConfigurationSaysWins() {
        Configuration limited = configuration("minimal", "hosts.appServers.memory=900m", "appServers.cpu=0.5");

        assertThat(plan(limited, "app1").mebibytes()).isEqualTo(900 + PodPlan.WATCHING);
        assertThat(plan(limited, "app1").cpu()).isEqualTo(0.5);
        assertThat(plan(limited, "services1").cpu()).isZero();
    }

    @Test
    void toolsHaveRoomForTheLargestOfThem() {
        Configuration minimal = configuration("minimal", "load.users=400");

        assertThat(plan(minimal, "tools1").mebibytes()).isEqualTo(Sizing.process(512 + 400 / 8) + PodPlan.WATCHING);
        assertThat(plan(minimal, "tools1").tier()).isEqualTo(Tiers.TOOLS);
    }

    @Test
    void serversThatComeLaterHaveTheirPodsFromTheBeginning() {
        Configuration growing = configuration("minimal", "appServers.most=3");

        assertThat(plans(growing)).extracting(PodPlan::host).contains("app1", "app2", "app3");
        assertThat(plan(growing, "app3"))
                .isEqualTo(new PodPlan(
                        "app3",
                        Tiers.APP_SERVERS,
                        Image.APP,
                        plan(growing, "app1").mebibytes(),
                        0));
    }

    @Test
    void nodesOfABrokerShareTheirPod() {
        Configuration three = configuration("small", "broker.count=3");
        long one = plan(configuration("small"), "broker1").mebibytes() - PodPlan.WATCHING;

        assertThat(plans(three))
                .filteredOn(plan -> plan.tier().equals(Tiers.BROKER))
                .hasSize(1);
        assertThat(plan(three, "broker1").mebibytes() - PodPlan.WATCHING).isGreaterThan(2 * one);
    }

    private static Pod limited(String host, String cores) {
        return limited(host, cores, "");
    }

    private static Pod limited(String host, String cores, String memory) {
        return new Pod("gavel-1-" + host, host, "n1", "10.244.1.7", cores, memory, true, false, "", "", false);
    }

    /** The defaults of a namespace would pass for the pace of the application. */
    @Test
    void coresThatNobodyLimitedAreNot() {
        List<PodPlan> plans = plans(configuration("minimal", "hosts.appServers.cpu=1.5"));
        PodPlan.requireAsked(
                plans, List.of(limited("app1", "1500m"), limited("services1", ""), limited("tools1", "1")));

        assertThatThrownBy(() -> PodPlan.requireAsked(
                        plans,
                        List.of(limited("app1", "1500m"), limited("services1", "500m"), limited("driver1", "1"))))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> assertThat(failure.evidence())
                        .containsExactly("host services1: cpu 500m", "host driver1: cpu 1"))
                .hasMessageContaining("LimitRange")
                .hasMessageContaining("hosts.TIER.cpu");
    }

    /** Servers in front have a limit of memory only where one is set: what they keep of pictures would be read from the disk. */
    @Test
    void memoryThatNobodyLimitedIsNot() {
        List<Pod> pods = List.of(limited("web1", "", "512Mi"), limited("app1", "", "900Mi"));

        assertThatThrownBy(() -> PodPlan.requireAsked(plans(configuration("small")), pods))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> assertThat(failure.evidence())
                        .containsExactly("host web1: memory 512Mi"))
                .hasMessageContaining("hosts.TIER.memory");
        PodPlan.requireAsked(plans(configuration("small", "hosts.webServers.memory=256m")), pods);
    }
}
