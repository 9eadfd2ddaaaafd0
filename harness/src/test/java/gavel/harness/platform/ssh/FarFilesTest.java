package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.far.FarHost.KeptFile;
import gavel.harness.platform.ssh.host.FarMachine;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other machines have written comes here, and none of their names leads anywhere else. */
class FarFilesTest {
    private static final String STAYS = "host a1 has a file with an unexpected name: it stays there";

    @TempDir
    private Path home;

    /** Files of the machines, by machine and directory. */
    private final Map<String, List<KeptFile>> there = new ConcurrentHashMap<>();

    private final List<String> fetched = new CopyOnWriteArrayList<>();
    private final List<String> gone = new CopyOnWriteArrayList<>();
    private String written = "of ";

    private FarSite site(String name) {
        FarHost far = (FarHost) Proxy.newProxyInstance(
                FarHost.class.getClassLoader(), new Class<?>[] {FarHost.class}, (_, _, arguments) -> {
                    List<KeptFile> files = there.get(name + ":" + arguments[1]);
                    if (files == null) {
                        throw new EnvironmentException("it does not answer");
                    }
                    return files;
                });
        FarMachine machine = (FarMachine) Proxy.newProxyInstance(
                FarMachine.class.getClassLoader(),
                new Class<?>[] {FarMachine.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "name" -> name;
                    case "far" -> far;
                    case "fetch" -> {
                        if (gone.contains(arguments[0])) {
                            throw new EnvironmentException("no such file");
                        }
                        fetched.add(name + ":" + arguments[0]);
                        yield Files.writeString((Path) arguments[1], written + name);
                    }
                    default -> throw new AssertionError(method.getName());
                });
        return new FarSite(machine, "mine-1", List.of(), secret -> secret);
    }

    private FarFiles files() {
        return new FarFiles(home.resolve("run"));
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(Files::isRegularFile)
                    .map(home::relativize)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void logsAndOutputsComeWhereTheyBelong() throws IOException {
        FarFiles files = files();
        assertThat(files.output(home.resolve("result"))).isEqualTo("outputs/1");
        assertThat(files.output(home.resolve("second"))).isEqualTo("outputs/2");
        there.put("a1:logs", List.of(new KeptFile("logs/app1.log", 5), new KeptFile("logs/old/app1.log", 5)));
        there.put("a1:outputs/1", List.of(new KeptFile("outputs/1/driver1.hlog", 5)));
        there.put("a1:outputs/2", List.of());
        there.put("b2:logs", List.of(new KeptFile("logs/app2.log", 5)));
        there.put("b2:outputs/1", List.of());
        there.put("b2:outputs/2", List.of(new KeptFile("outputs/2/a.b_c-d", 5)));

        assertThat(files.fetch(List.of(site("a1"), site("b2")), List.of("a1", "b2"), "/var/gavel/mine-1"))
                .isEmpty();

        assertThat(all())
                .extracting(Path::toString)
                .containsExactly(
                        "result/driver1.hlog",
                        "run/logs/app1.log",
                        "run/logs/app2.log",
                        "run/logs/old/app1.log",
                        "second/a.b_c-d");
        assertThat(fetched).contains("a1:/var/gavel/mine-1/logs/old/app1.log");
    }

    @Test
    void theLogOfAMachineThatGoesOutlivesThatOfTheNextOneOfItsName() {
        FarFiles files = files();
        there.put("app2:logs", List.of(new KeptFile("logs/app2.log", 5)));
        List<String> app2 = List.of("app2");

        written = "first life of ";
        files.fetchLast(List.of(site("app2")), app2, "/run");
        written = "second life of ";
        files.fetchLast(List.of(site("app2")), app2, "/run");
        written = "third life of ";
        files.fetch(List.of(site("app2")), app2, "/run");

        Path logs = home.resolve("run/logs");
        assertThat(logs.resolve("app2-1.log")).hasContent("first life of app2");
        assertThat(logs.resolve("app2-2.log")).hasContent("second life of app2");
        assertThat(logs.resolve("app2.log")).hasContent("third life of app2");
        assertThat(logs.resolve("app2-3.log")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "logs/../../escaped",
                "logs/..",
                "logs/core..log",
                "logs/.",
                "logs/.hidden",
                "logs/-rf",
                "logs/",
                "logs",
                "logs//app1.log",
                "/etc/passwd",
                "outputs/1/app1.log",
                "logsapp1.log",
                "logs/a/b/c/d.log",
                "logs/sp ace",
                "logs/new\nline",
                "logs/nul\0",
                "logs/$(reboot)",
                "logs/ü",
                "",
            })
    void aNameThatIsNoneOfOursStaysThere(String name) throws IOException {
        there.put("a1:logs", List.of(new KeptFile(name, 1), new KeptFile("logs/good.log", 1)));
        assertThat(files().fetch(List.of(site("a1")), List.of("a1"), "/run")).containsExactly(STAYS);
        assertThat(all()).extracting(Path::toString).containsExactly("run/logs/good.log");
        assertThat(fetched).containsExactly("a1:/run/logs/good.log");
    }

    @Test
    void aNameMayBeAsLongAsAFileSystemsAndNoLonger() {
        there.put(
                "a1:logs",
                List.of(new KeptFile("logs/" + "x".repeat(120), 1), new KeptFile("logs/" + "x".repeat(121), 1)));
        assertThat(files().fetch(List.of(site("a1")), List.of("a1"), "/run")).containsExactly(STAYS);
        assertThat(fetched).containsExactly("a1:/run/logs/" + "x".repeat(120));
    }

    @Test
    void ofAFileThatIsTooLargeTheBeginningComes() {
        there.put("a1:logs", List.of(new KeptFile("logs/large.log", (256L << 20) + 1)));
        assertThat(files().fetch(List.of(site("a1")), List.of("a1"), "/run"))
                .containsExactly("host a1: only the first 256 MiB of logs/large.log");
        assertThat(fetched).hasSize(1);
    }

    @Test
    void whatCannotBeHadIsSaidAndTheRestComes() throws IOException {
        FarFiles files = files();
        files.output(home.resolve("result"));
        there.put("a1:outputs/1", List.of(new KeptFile("outputs/1/driver1.hlog", 1)));
        assertThat(files.fetch(List.of(site("a1")), List.of("a1", "b2"), "/run"))
                .containsExactly(
                        "host b2 cannot be reached: its logs and outputs are missing",
                        "logs of host a1 are missing: it does not answer");
        assertThat(all()).extracting(Path::toString).containsExactly("result/driver1.hlog");
    }

    @Test
    void aFileThatIsGoneWhenItIsAskedForKeepsNoOtherBack() throws IOException {
        FarFiles files = files();
        files.output(home.resolve("result"));
        there.put("a1:logs", List.of(new KeptFile("logs/app1.log", 1), new KeptFile("logs/nginx1.log", 1)));
        there.put(
                "a1:outputs/1",
                List.of(new KeptFile("outputs/1/app1.jfr.part", 1), new KeptFile("outputs/1/driver1.hlog", 1)));
        gone.addAll(List.of("/run/logs/app1.log", "/run/outputs/1/app1.jfr.part"));
        assertThat(files.fetch(List.of(site("a1")), List.of("a1"), "/run"))
                .containsExactly(
                        "host a1: logs/app1.log is missing: no such file",
                        "host a1: outputs/1/app1.jfr.part is missing: no such file");
        assertThat(all()).extracting(Path::toString).containsExactly("result/driver1.hlog", "run/logs/nginx1.log");
    }
}
