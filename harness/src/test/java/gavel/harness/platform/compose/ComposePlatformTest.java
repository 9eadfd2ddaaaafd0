package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeTime;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Topology;
import gavel.harness.topology.TopologyContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class ComposePlatformTest {
    @TempDir
    Path home;

    private final FakeHost host = new FakeHost();
    private final FakeDocker docker = new FakeDocker();
    private final List<String> told = new ArrayList<>();
    private Configuration configuration;
    private RunDirectory run;
    private Project project;
    private ComposePlatforms compose;
    private Platforms platforms;
    private Platform platform;

    @BeforeEach
    void prepare() throws IOException {
        use("minimal");
    }

    private void use(String name, String... settings) throws IOException {
        configuration = new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(
                        name,
                        Stream.concat(Stream.of("platform=compose"), Stream.of(settings))
                                .map(SettingOverride::parse)
                                .toList());
        run = new RunDirectory(home.resolve(".gavel/" + name));
        run.create();
        project = new Project(run.path());
        docker.of(project);
        docker.answers("docker version", FakeDocker.good(host.description().kernel() + " amd64\n"));
        docker.answers("docker run --rm", FakeDocker.good("/usr/sbin/nginx\n"));
        LocalPlatforms here = new LocalPlatforms(
                new Installation(home, Path.of("java")),
                host::in,
                new FakeTime(),
                new FakeApplication(),
                instances -> null);
        compose = new ComposePlatforms(here, new ImageNames("", "1.0"), docker, _ -> "");
        platforms = here.with(Map.of(Configuration.Platform.COMPOSE, compose));
        platform = again();
    }

    /** Another command works on the deployment. */
    private Platform again() {
        return platforms.platform(run.path(), configuration, secret -> "value of " + secret);
    }

    private Topology topology() {
        return Topologies.of(new TopologyContext(
                "mine",
                false,
                configuration,
                configuration,
                configuration.appServers().count(),
                Ports.planned(configuration),
                platform.locations()));
    }

    private InstanceSpec spec(String instance) {
        return topology().instance(instance).orElseThrow();
    }

    private RunningInstance started(String instance) throws IOException, InterruptedException {
        platform.prepare(told::add);
        return platform.start(spec(instance));
    }

    private JsonNode service(String name) {
        return new YAMLMapper().readTree(project.file().toFile()).at("/services/" + name);
    }

    @Test
    void whereSomethingIsMissingNothingIsMade() {
        docker.answers("docker image inspect", FakeDocker.bad("No such image"));

        assertThatThrownBy(() -> platform.prepare(told::add))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> assertThat(failure.evidence())
                        .singleElement()
                        .asString()
                        .contains("`gavel images app driver services` builds them"))
                .hasMessage("containers cannot be made here");
        assertThat(project.file()).doesNotExist();
        assertThat(docker.diary()).noneMatch(words -> words.startsWith("docker compose -"));
    }

    @Test
    void everyHostHasAnAddressAndADirectoryThatStay() {
        platform.prepare(told::add);
        Map<String, ?> hosts = platform.locations().hosts();

        assertThat(platform.locations().hosts().get("app1").address()).matches("10\\.\\d+\\.\\d+\\.1\\d");
        assertThat(again().locations().hosts()).isEqualTo(hosts);
        assertThat(project.hosts().resolve("app1/settings")).isDirectory();
        assertThat(platform.locations().run()).isEqualTo("/var/lib/gavel");
        assertThat(told).singleElement().asString().startsWith("Compose file " + project.file());
    }

    @Test
    void anInstanceIsAServiceThatComposeStarts() throws IOException, InterruptedException {
        RunningInstance app = started("app1");

        assertThat(app.alive()).isTrue();
        assertThat(app.watched().orElseThrow().pid())
                .isEqualTo(ProcessHandle.current().pid());
        assertThat(docker.diary()).anyMatch(words -> words.endsWith("up --detach --no-deps app1"));
        String address = platform.locations().hosts().get("app1").address();
        assertThat(service("app1").at("/networks/default/ipv4_address").asString())
                .isEqualTo(address);
        assertThat(service("app1").at("/command").toString()).contains("/opt/gavel/auction-app.jar");
        assertThat(project.hosts().resolve("app1/settings/app1.yaml"))
                .content()
                .contains("value of ")
                .doesNotContain("${secret:");
        assertThat(project.file()).content().doesNotContain("value of");
    }

    @Test
    void whatIsDisclosedIsWhatWasStarted() throws IOException, InterruptedException {
        started("app1");

        assertThat(again().attach(topology().instances())).singleElement().satisfies(found -> {
            var started = found.started().orElseThrow();
            assertThat(started.host()).isEqualTo("app1");
            assertThat(started.command()).contains("serve");
            assertThat(started.files())
                    .containsEntry("image", "gavel/app:1 sha256:abc")
                    .hasEntrySatisfying("compose.yaml", text -> assertThat(text).contains("mem_limit"))
                    .hasEntrySatisfying(
                            "settings/app1.yaml", text -> assertThat(text).contains("${secret:"));
        });
    }

    @Test
    void nodesOfABrokerAreInOneNetwork() throws IOException, InterruptedException {
        use("minimal", "broker.implementation=rabbitmq");
        docker.answers(
                "docker run --rm",
                FakeDocker.good("/usr/bin/epmd\n/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8/sbin/rabbitmq-server\n"));
        started("rabbitmq-epmd");
        platform.start(spec("rabbitmq1"));

        assertThat(service("rabbitmq-epmd").at("/networks/default").isMissingNode())
                .isFalse();
        assertThat(service("rabbitmq1").at("/network_mode").asString()).isEqualTo("service:rabbitmq-epmd");
        assertThat(project.hosts().resolve("broker1/data/rabbitmq/home/.erlang.cookie"))
                .hasContent("value of cookie");
    }

    @Test
    void limitsOfCpuComeIntoForceAfterTheStart() throws IOException, InterruptedException {
        use("minimal", "hosts.appServers.cpu=0.5");
        started("app1");
        platform.limitCpu(true);
        platform.limitCpu(false);

        assertThat(docker.diary().stream().filter(words -> words.startsWith("docker update")))
                .containsExactly(
                        "docker update --cpus 2.0 " + project.container("app1"),
                        "docker update --cpus 0.5 " + project.container("app1"),
                        "docker update --cpus 2.0 " + project.container("app1"));
    }

    @Test
    void oneThatEndsBeforeItIsReadySaysWhy() throws IOException, InterruptedException {
        platform.prepare(told::add);
        docker.ended("embedded-services");
        RunningInstance services = platform.start(spec("embedded-services"));

        assertThat(services.alive()).isFalse();
        assertThatThrownBy(() -> platform.awaitReady(services))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> assertThat(failure.evidence())
                        .last()
                        .asString()
                        .contains("out of memory (limit 612 MiB)"))
                .hasMessage("embedded-services ended before it was ready");
    }

    @Test
    void oneThatSaysNothingIsNotWaitedForAnyLonger() throws IOException, InterruptedException {
        RunningInstance services = started("embedded-services");

        assertThatThrownBy(() -> platform.awaitReady(services))
                .hasMessage("embedded-services was not ready within 180 s");
        Files.writeString(project.hosts().resolve("services1/settings/embedded-state.json"), "{}");
        platform.awaitReady(services);
    }

    @Test
    void theStateOfAnEarlierStartMakesNobodyReady() throws IOException, InterruptedException {
        platform.prepare(told::add);
        Path state = project.hosts().resolve("services1/settings/embedded-state.json");
        Files.writeString(state, "{}");
        platform.start(spec("embedded-services"));

        assertThat(state).doesNotExist();
    }

    @Test
    void leversAreThoseOfDocker() throws Exception {
        RunningInstance app = started("app1");
        String name = project.container("app1");
        app.freeze();
        app.connect(true);
        docker.answers("docker container inspect --format", FakeDocker.good("{\"" + project.name() + "\": {}}"));
        app.connect(false);
        app.stop(Duration.ofSeconds(7));

        String address = platform.locations().hosts().get("app1").address();
        assertThat(docker.diary())
                .contains(
                        "docker pause " + name,
                        "docker network connect --ip " + address + " " + project.name() + " " + name,
                        "docker network disconnect --force " + project.name() + " " + name,
                        "docker stop --time 7 " + name,
                        "docker rm --force --volumes " + name);
        int before = docker.diary().size();
        app.stop(Duration.ofSeconds(7));
        assertThat(docker.diary().subList(before, docker.diary().size()))
                .as("stopping twice is harmless")
                .noneMatch(words -> words.startsWith("docker stop"));
    }

    @Test
    void whatAnotherCommandLeftIsFoundAndRemoved() throws IOException, InterruptedException {
        started("app1");
        docker.container("load", "tools", "app1");
        docker.answers("docker network ls", FakeDocker.good("n1\n"));

        assertThat(again().others(topology().instances()))
                .extracting(other -> other.spec().name())
                .containsExactly("load");
        assertThat(again().remains()).singleElement().satisfies(here -> assertThat(here.processes())
                .extracting(HostRemains.Recorded::name)
                .containsExactly("app1", "load"));
        assertThat(again().remove().complete()).isTrue();
        assertThat(docker.diary()).contains("docker network rm n1");
        assertThat(run.path()).doesNotExist();
    }

    @Test
    void withoutAConfigurationContainersAreFoundAllTheSame() {
        assertThat(compose.holds(run.path())).isFalse();
        platform.prepare(told::add);
        docker.container("app1", "appServers", "app1");

        assertThat(platforms.remainder(run.path()).remains().getFirst().processes())
                .extracting(HostRemains.Recorded::name)
                .containsExactly("app1");
    }

    @Test
    void whereTheEngineIsAwayTheDirectoryStays() {
        platform.prepare(told::add);
        docker.answers("docker ps", FakeDocker.bad("Cannot connect to the Docker daemon"));

        assertThat(again().remove().complete()).isFalse();
        assertThat(run.path()).exists();
        assertThat(again().remains()).singleElement().satisfies(left -> assertThat(left.line())
                .contains("Cannot connect to the Docker daemon", project.name()));
    }

    @Test
    void filesOfAHostAreItsOwn() throws IOException {
        platform.prepare(told::add);
        platform.write("app1", FileSpec.secret("settings/mine", "${secret:broker}"));

        assertThat(platform.read("app1", "settings/mine")).contains("value of broker");
        assertThat(platform.read("services1", "settings/mine")).isEmpty();
        assertThat(platform.exists("", "settings/mine")).isFalse();
        platform.delete("app1", "settings/mine");
        assertThat(platform.exists("app1", "settings/mine")).isFalse();
        Path brought = Files.writeString(home.resolve("bids.csv"), "1");
        assertThat(platform.bring("app1", brought)).isEqualTo("/var/lib/gavel/tmp/bids.csv");
        assertThat(project.hosts().resolve("app1/tmp/bids.csv")).hasContent("1");
    }

    @Test
    void theEmbeddedDatabaseIsAProcessOfItsContainer() throws IOException, InterruptedException {
        started("embedded-services");
        Path state = project.hosts().resolve("services1/settings/embedded-state.json");
        long pid = ProcessHandle.current().pid();
        Files.writeString(state, "{\"pid\": 1, \"databasePid\": %s, \"databaseVersion\": \"18.6\"}".formatted(pid));
        RunningInstance database = platform.start(spec("postgresql"));

        assertThat(database.alive()).isTrue();
        assertThat(database.version()).isEqualTo("PostgreSQL 18.6");
        assertThat(database.watched().orElseThrow().pid()).isEqualTo(pid);
        assertThat(database.started()).as("its container was started").isEmpty();
        docker.ended("embedded-services");
        assertThat(again().attach(topology().instances()))
                .extracting(found -> found.spec().name())
                .containsExactly("embedded-services");
        assertThat(platform.start(spec("postgresql")).alive()).isFalse();
    }

    @Test
    void aStateThatSaysNothingMakesNoDatabase() throws IOException, InterruptedException {
        started("embedded-services");
        Files.writeString(project.hosts().resolve("services1/settings/embedded-state.json"), "{half");
        RunningInstance database = platform.start(spec("postgresql"));

        assertThat(database.alive()).isFalse();
        assertThat(database.version()).isEqualTo("PostgreSQL of unknown version");
    }

    @Test
    void aStepThatWasDoneIsNotDoneAgain() throws IOException, InterruptedException {
        use("small");
        platform.prepare(told::add);
        Path done = project.hosts().resolve("database1/data/postgresql/PG_VERSION");
        Files.createDirectories(done.getParent());
        Files.writeString(done, "15");
        InstanceSpec database = spec("postgresql");
        platform.perform(database.before().getFirst(), database);

        assertThat(docker.diary()).noneMatch(words -> words.contains("--no-start"));
    }

    @Test
    void somebodyElsesServerIsNeitherStartedNorEnded() throws IOException, InterruptedException {
        use(
                "minimal",
                "broker.implementation=external",
                "broker.host=10.0.0.9",
                "broker.port=5672",
                "broker.username=me",
                "broker.passwordFile=/p");
        platform.prepare(told::add);
        InstanceSpec theirs = topology().instances().stream()
                .filter(instance -> instance.launch() instanceof Launch.Elsewhere)
                .findFirst()
                .orElseThrow();
        int before = docker.diary().size();
        RunningInstance broker = platform.start(theirs);
        broker.kill();

        assertThat(broker.alive()).isTrue();
        assertThat(broker.log(5)).isEmpty();
        assertThat(docker.diary().subList(before, docker.diary().size()))
                .noneMatch(words -> words.contains("compose") || words.contains("kill"));
    }

    @Test
    void theLogOfOneThatEndedUnaskedEndsWithTheReason() throws IOException, InterruptedException {
        started("app1");
        platform.start(spec("embedded-services"));
        docker.ended("app1");

        assertThat(platform.fetch()).isEmpty();
        assertThat(run.log("app1"))
                .hasContent("the kernel killed it, as its container was out of memory (limit 612 MiB)");
        assertThat(run.log("embedded-services")).as("it runs").doesNotExist();
        assertThat(run.logs().resolve("compose.yaml")).hasSameTextualContentAs(project.file());
    }
}
