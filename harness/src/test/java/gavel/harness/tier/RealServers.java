package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.http.Http;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.Installed;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Deployments of tests whose servers really run on this machine, where they are installed. */
public final class RealServers {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private RealServers() {}

    /** Whether everything is installed that tiers of a configuration need; says so loudly when it is not, for then something is not tested. */
    public static boolean installed(Path home, Configuration configuration) {
        List<Program> missing = Topologies.planned(configuration).programs().stream()
                .filter(program ->
                        new Installed(new LocalHost(home)).find(program).isEmpty())
                .toList();
        missing.forEach(program ->
                System.err.println("NOT TESTED: " + program.title() + " is not installed here; " + program.advice()));
        return missing.isEmpty();
    }

    /** Without them the test is skipped. */
    public static void require(Path home, Configuration configuration) {
        Assumptions.assumeTrue(installed(home, configuration), "servers of this test are not installed here");
    }

    /** One that outlives the harness, so that its servers may be stopped and started again. */
    public static Deployment deploy(Path home, Configuration configuration) {
        return new Deployments(home.resolve(".gavel"), new SplittableRandom(System.nanoTime()))
                .create("mine", configuration, false, Timekeeper.system().instant(), new LocalHost(home)::portFree);
    }

    /** Its instances, as one command sees them. */
    public static RunningTopology running(Deployment deployment) {
        return new RunningTopology(deployment, platforms(new JdkHttp()));
    }

    /** This machine, with the programs of this build. */
    public static Platforms platforms(Http http) {
        Path project = Path.of("..").toAbsolutePath().normalize();
        return new LocalPlatforms(
                        new Installation(project, JAVA), LocalHost::new, Timekeeper.system(), http, instances -> null)
                .alone();
    }

    /** This machine, as a deployment uses it. */
    public static LocalHost host(Deployment deployment) {
        return new LocalHost(deployment.directory().path());
    }

    /** Those of some tiers. */
    public static List<InstanceSpec> of(RunningTopology running, String... tiers) {
        return Stream.of(tiers)
                .flatMap(tier -> running.topology().of(tier).stream())
                .toList();
    }

    /**
     * One of two application servers is left out and taken back three times while somebody asks without a pause. A kept connection may be
     * closed in the very moment a request is sent on it. Whoever asks does so once more then, as browsers and the driver do (RFC 9110,
     * 9.3.1).
     *
     * @param asked whether an answer was good
     * @param servers how many different ones answer a handful of requests
     */
    public static void comeAndGo(RunningTopology running, Callable<Boolean> asked, Callable<Integer> servers)
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger good = new AtomicInteger();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        Thread people = Thread.ofVirtual().start(() -> {
            while (!over.get()) {
                try {
                    if (again(asked)) {
                        good.incrementAndGet();
                    } else {
                        wrong.add("no good answer after " + good);
                    }
                } catch (Exception e) {
                    wrong.add(e + " after " + good);
                }
            }
        });
        try {
            for (int i = 0; i < 3; i++) {
                running.appServers(1);
                running.reload();
                assertThat(soon(1, servers)).as("one was left out").isEqualTo(1);
                running.appServers(2);
                running.reload();
                assertThat(soon(2, servers)).as("it was taken back").isEqualTo(2);
            }
        } finally {
            over.set(true);
            people.join();
        }
        assertThat(wrong).isEmpty();
        assertThat(good).as("somebody asked").hasPositiveValue();
    }

    /** A few requests may all come to one of them, or to a process of before that has not heard yet that another followed it. */
    private static int soon(int wanted, Callable<Integer> servers) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        int answering = servers.call();
        while (answering != wanted && System.nanoTime() < end) {
            answering = servers.call();
        }
        return answering;
    }

    private static boolean again(Callable<Boolean> asked) throws Exception {
        try {
            return asked.call();
        } catch (IOException closed) {
            return asked.call();
        }
    }

    /** What the collector watches of a tier. */
    public static List<Instance> watched(RunningTopology running, String tier) {
        return running.watched().stream()
                .filter(instance -> instance.tier().equals(tier))
                .toList();
    }

    /**
     * Without the right token nobody reads the figures of a server, nor anything else at their port; its file of settings, which holds the
     * token, is for its owner.
     */
    public static void guarded(URI figures, Path settings) throws IOException, InterruptedException {
        try (JdkHttp http = new JdkHttp()) {
            for (URI page : List.of(figures, figures.resolve("/"), figures.resolve("/metrics"))) {
                for (String token : new String[] {null, "wrong"}) {
                    assertThat(http.get(page, token).status())
                            .as(page + " with " + token)
                            .isIn(401, 403, 404);
                }
            }
        }
        assertThat(Files.getPosixFilePermissions(settings))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    /** Ends what is left of it; nothing for one that was never made. */
    public static void stop(Deployment deployment, Duration grace) {
        if (deployment != null) {
            host(deployment).recorded().forEach(process -> process.stop(grace));
            deployment.close();
        }
    }
}
