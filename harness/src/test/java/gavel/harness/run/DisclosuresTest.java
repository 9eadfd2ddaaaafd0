package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.StartedProcess;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.platform.Machines;
import gavel.harness.result.Disclosure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisclosuresTest {
    private static final StartedProcess STARTED = new StartedProcess(
            "app1",
            "appServers",
            "localhost",
            List.of("java", "-Dit=has spaces", "serve"),
            Map.of("HOME", "/run"),
            Map.of("settings/app1.yaml", "password: ${secret:database}"));

    @TempDir
    Path home;

    private Disclosure of(LoadedSet set, String... settings) {
        return of(set, rig -> Machines.only(rig.host), settings);
    }

    private Disclosure of(LoadedSet set, Function<RunRig, Machines> machines, String... settings) {
        RunRig rig = new RunRig(home);
        try (Deployment deployment =
                rig.deployments().create("mine", rig.configuration(settings), true, rig.time.instant(), _ -> true)) {
            if (set != null) {
                deployment.loaded(set);
            }
            Disclosure disclosure = Disclosures.of(
                    deployment,
                    Disclosures.Hosts.of(deployment, machines.apply(rig)),
                    Map.of("relational", "PostgreSQL 18"),
                    List.of(STARTED));
            assertThat(disclosure.toString())
                    .doesNotContain(
                            deployment.secrets().database(),
                            deployment.secrets().accounts());
            return disclosure;
        }
    }

    @Test
    void theSettingsAreThoseTheRunHadWithTheOnesNobodyGave() {
        Disclosure disclosure = of(null, "load.users=77");

        assertThat(disclosure.configuration()).contains("users: 77", "closeAfter: 30s");
        assertThat(disclosure.sharedCores()).isTrue();
    }

    @Test
    void versionsNameDatabaseAndJvm() {
        assertThat(of(null).versions())
                .containsEntry("relational", "PostgreSQL 18")
                .hasEntrySatisfying(
                        "jdk", jdk -> assertThat(jdk).contains(Runtime.version().toString()));
    }

    @Test
    void processesAreThoseThatWereStarted() {
        Disclosure disclosure = of(null, "drivers.nice=-3", "drivers.count=2");

        assertThat(disclosure.processes()).singleElement().satisfies(process -> {
            assertThat(process.instance()).isEqualTo("app1");
            assertThat(process.command()).isEqualTo(STARTED.command());
            assertThat(process.files()).isEqualTo(STARTED.files());
        });
        assertThat(disclosure.driver()).startsWith("nice -3, loops ").contains(" each of 2, HTTP ");
        assertThat(disclosure.commandLines()).containsEntry("app1", "HOME=/run java '-Dit=has spaces' serve");
    }

    @Test
    void durabilityIsToldAsItIs() {
        assertThat(of(null).durability().getFirst()).isEqualTo("relational: fsync on, a commit waits for the disk");
    }

    @Test
    void relaxedDurabilityIsToldAsARisk() {
        assertThat(of(null, "relational.durable=false").durability().getFirst()).contains("the last ones can be lost");
    }

    @Test
    void aDocumentStoreInMemoryIsCalledAStandInWhoeversProcessItIsIn() {
        Disclosure disclosure = of(null, "documents.implementation=server", "documents.memory=300m");

        assertThat(disclosure.durability())
                .contains("documents: in memory, as long as the deployment lives: a stand-in for a real store");
    }

    @Test
    void mongoDbIsToldWithItsDurability() {
        Disclosure disclosure = of(
                null,
                "documents.implementation=mongodb",
                "documents.topology=replicaset",
                "documents.memory=1g",
                "documents.durable=false");

        assertThat(disclosure.durability().get(1)).contains("w: 1, j: false", "the last ones can be lost");
    }

    /** However many nodes there are. */
    @Test
    void aQuorumQueueIsOnThreeNodes() {
        assertThat(of(null, "broker.implementation=rabbitmq", "broker.count=5")
                        .durability()
                        .get(2))
                .endsWith("on the disks of most of 3 nodes");
    }

    @Test
    void classicQueuesOfRabbitMq4ForceNothingToTheDisk() {
        assertThat(of(null, "broker.implementation=rabbitmq").durability().get(2))
                .endsWith("from RabbitMQ 4.0 on without fsync");
    }

    @Test
    void nothingIsClaimedAboutServersOfOthers() throws IOException {
        Path secret = Files.writeString(home.resolve("secret"), "x");
        Disclosure disclosure = of(
                null,
                "relational.implementation=external",
                "relational.url=jdbc:postgresql://far/gavel",
                "relational.username=me",
                "relational.passwordFile=" + secret,
                "documents.implementation=external",
                "documents.uriFile=" + secret);

        assertThat(disclosure.durability())
                .containsExactly(
                        "relational: as the external server is set",
                        "documents: as the address of the external server says",
                        "broker: in memory, as long as the deployment lives");
    }

    @Test
    void theDataSetIsDescribedOnceThereIsOne() {
        assertThat(of(null).dataSet()).isEmpty();
    }

    @Test
    void theDataSetIsTheOneThatIsLoadedAndNotTheOneAskedFor() {
        assertThat(of(new LoadedSet(500, 9, "photo", false), "load.users=20").dataSet())
                .containsExactlyInAnyOrderEntriesOf(Map.of("users", "500", "seed", "9", "images", "photo"));
    }

    @Test
    void theMachineIsNamedWithWhatItOffers() {
        Disclosure.Host host = of(null).host();

        assertThat(host.cores()).isEqualTo(2);
        assertThat(host.memoryBytes()).isEqualTo(32L << 30);
        assertThat(host.limits()).containsEntry("descriptors", "20000");
        assertThat(host.cpu()).isEqualTo("a processor");
        assertThat(host.limits()).containsEntry(Disclosure.Host.HUGE_PAGES, "madvise");
    }

    @Test
    void hostsOnOneKernelSayThatTheyAreOneMachine() {
        AtomicLong counts = new AtomicLong();
        FakeHost one = new FakeHost("a");
        FakeHost other = new FakeHost("b");
        one.kernel("a boot", counts);
        other.kernel("a boot", counts);
        Disclosure disclosure = of(
                null,
                _ -> new Machines(List.of(one, other), List.of()),
                "hosts.machines=[{name: a, address: 10.0.0.2, tiers: [drivers]}, "
                        + "{name: b, address: 10.0.0.3, tiers: [services, appServers]}]");

        assertThat(disclosure.hosts().getFirst().limits()).doesNotContainKey(Disclosure.Host.SAME_MACHINE);
        assertThat(disclosure.hosts().getLast().limits()).containsEntry(Disclosure.Host.SAME_MACHINE, "a");
        assertThat(disclosure.hardware().cores()).isZero();
    }

    @Test
    void aProfileIsNamedByItsTextAndByNoRelease() throws IOException {
        String builtIn = Disclosures.profile(new RunRig(home).configuration());
        assertThat(builtIn).matches("liveauction SHA-256 [0-9a-f]{64}");

        Path changed = Files.writeString(home.resolve("mine.yaml"), "# mine\nname: liveauction\n");
        assertThat(Disclosures.profile(new RunRig(home).configuration("load.profile=" + changed)))
                .matches("liveauction SHA-256 [0-9a-f]{64}")
                .isNotEqualTo(builtIn);
    }
}
