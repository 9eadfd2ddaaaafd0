package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.StartedProcess;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.result.Disclosure;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a result says of each process is what the kernel says of it, but for secrets; {@link EncryptionIT} asks it of installed servers. */
class DisclosureIT {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    /** Of a shell that became the process, or taken away for every process of a deployment. */
    private static final Set<String> NOT_OURS =
            Set.of("PWD", "OLDPWD", "SHLVL", "_", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    private final List<String> lines = new ArrayList<>();

    @TempDir
    Path home;

    @BeforeEach
    void builtProgramsAreNeeded() {
        boolean built = Files.exists(PROJECT.resolve("auction-app/target/auction-app.jar"));
        if (!built) {
            System.err.println("NOT TESTED: auction-app is not built; mvn package builds it");
        }
        Assumptions.assumeTrue(built, "auction-app is not built");
    }

    @Test
    void whatIsEmbeddedIsToldAsItRuns() throws Exception {
        Configuration configuration =
                TierRig.configuration("load.users=20", "appServers.count=2", "drivers.count=2", "drivers.nice=3");
        Deployments deployments = new Deployments(home.resolve(".gavel"), new SplittableRandom(System.nanoTime()));
        Timekeeper time = Timekeeper.system();
        try (JdkHttp http = new JdkHttp();
                Deployment deployment = deployments.create(
                        "mine", configuration, true, time.instant(), new LocalHost(home)::portFree)) {
            Environment environment = new Environment(
                    new Installation(PROJECT, Path.of(System.getProperty("java.home"), "bin", "java")),
                    deployments,
                    http,
                    time,
                    console(),
                    null,
                    RealServers.platforms(http),
                    new Interruption(Thread.currentThread()));
            Deployer deployer = new Deployer(deployment, environment, new Progress(environment.console(), time));
            try {
                // Nothing of what is told depends on data.
                deployer.startDataServices();
                deployer.startAppServers();
                deployer.startFrontServers();
                everythingIsTold(deployment, deployer);
            } finally {
                deployer.close();
            }
        }
    }

    /** Of one whose servers run; starts its drivers. */
    static void everythingIsTold(Deployment deployment, Deployer deployer) throws IOException, InterruptedException {
        deployer.drivers().start();
        Disclosure told = Disclosures.of(deployment, deployer.hosts(), deployer.versions(), deployer.started());
        noSecretIsTold(deployment, told);
        Map<String, StartedProcess> byName =
                told.processes().stream().collect(Collectors.toMap(StartedProcess::instance, Function.identity()));
        List<HostProcess> running = RealServers.host(deployment).recorded();
        assertThat(running).extracting(HostProcess::name).containsExactlyInAnyOrderElementsOf(byName.keySet());
        for (HostProcess process : running) {
            StartedProcess said = byName.get(process.name());
            List<String> command = words(process, "cmdline");
            switch (process.name()) {
                // A script that becomes a virtual machine with arguments of its own.
                case "rabbitmq1" ->
                    assertThat(command.getFirst()).as(process.name()).endsWith("/beam.smp");
                // It writes a title over its command line and its environment.
                case "nginx1" ->
                    assertThat(String.join(" ", command).strip())
                            .isEqualTo("nginx: master process " + String.join(" ", said.command()));
                default -> assertThat(command).as(process.name()).isEqualTo(said.command());
            }
            if (!process.name().equals("nginx1")) {
                environmentIsTold(process, said);
            }
            for (Map.Entry<String, String> file : said.files().entrySet()) {
                assertThat(deployment.directory().path().resolve(file.getKey()))
                        .content()
                        .as(file.getKey())
                        .matches(written -> file.getValue().contains("${secret:")
                                ? written.startsWith(file.getValue()
                                        .substring(0, file.getValue().indexOf("${secret:")))
                                : written.equals(file.getValue()));
            }
        }
    }

    private static void environmentIsTold(HostProcess process, StartedProcess said) throws IOException {
        Map<String, String> actual = new TreeMap<>();
        for (String variable : words(process, "environ")) {
            int equals = variable.indexOf('=');
            actual.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        assertThat(actual).as(process.name()).containsAllEntriesOf(said.environment());
        if (!process.name().equals("rabbitmq1")) {
            actual.entrySet().removeAll(System.getenv().entrySet());
            actual.keySet().removeAll(NOT_OURS);
            Map<String, String> expected = new TreeMap<>(said.environment());
            expected.entrySet().removeAll(System.getenv().entrySet());
            expected.keySet().removeAll(NOT_OURS);
            assertThat(actual).as(process.name()).isEqualTo(expected);
        }
    }

    private static void noSecretIsTold(Deployment deployment, Disclosure told) {
        assertThat(told.toString())
                .contains("${secret:database}", "${secret:management}")
                .doesNotContain(
                        deployment.secrets().database(),
                        deployment.secrets().broker(),
                        deployment.secrets().management(),
                        deployment.secrets().agent(),
                        deployment.secrets().cookie(),
                        deployment.secrets().tickets());
    }

    private static List<String> words(HostProcess process, String file) throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), file));
        return Arrays.stream(new String(bytes, StandardCharsets.UTF_8).split("\0"))
                .filter(word -> !word.isEmpty() || file.equals("cmdline"))
                .toList();
    }

    private Console console() {
        return new Console() {
            @Override
            public void line(String text) {
                lines.add(text);
            }

            @Override
            public void status(String text) {}

            @Override
            public int width() {
                return 0;
            }
        };
    }
}
