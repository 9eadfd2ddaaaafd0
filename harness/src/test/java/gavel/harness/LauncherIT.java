package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code gavel} itself, in an installation whose JDK and Maven are scripts that say what they were told. */
class LauncherIT {
    private static final List<String> MODULES = List.of("auction-app", "workload-driver", "harness");

    @TempDir
    Path directory;

    private final Map<String, String> environment = new LinkedHashMap<>();
    private Path home;
    private Path maven;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void install() throws IOException {
        home = Files.createDirectories(directory.resolve("home"));
        script(home.resolve("gavel"), Files.readString(Path.of("../gavel")));
        Files.writeString(home.resolve("pom.xml"), "");
        for (String module : MODULES) {
            Files.createDirectories(home.resolve(module).resolve("src/main"));
            Files.writeString(home.resolve(module).resolve("pom.xml"), "");
        }
        maven = directory.resolve("bin/mvn");
        script(maven, """
                #!/bin/bash
                echo "with $JAVA_HOME: $*"
                for module in auction-app workload-driver harness; do
                  mkdir -p $module/target/lib && touch $module/target/$module.jar
                done
                """);
        environment.put("PATH", maven.getParent() + ":" + tools());
        environment.put("GAVEL_JDKS", directory.resolve("jdks").toString());
        jdk("25");
    }

    @Test
    void argumentsAndExitCodeGoThrough() throws Exception {
        environment.put("TEST_EXIT", "130");

        Ended ended = launch("run", "--set", "name=two words", "*");

        assertThat(ended.code()).isEqualTo(130);
        assertThat(ended.out())
                .endsWith(
                        "[-Dgavel.build=%1$s] [-jar] [%1$s/harness/target/harness.jar] [run] [--set] [name=two words] [*]\n"
                                .formatted(lastBuild()));
    }

    @Test
    void itBuildsOnceWithTheJdkItFound() throws Exception {
        assertThat(launch("plan").err()).contains("gavel: building").contains("gavel: built in");
        assertThat(Files.readString(home.resolve(".build/build.log")))
                .startsWith("with " + directory.resolve("jdks/25") + ": ")
                .contains("package");

        assertThat(launch("plan").err()).isEmpty();
    }

    @Test
    void aFreshCloneAnswersForHelpAndItsVersionWithoutABuild() throws Exception {
        Path help = home.resolve("harness/src/main/resources/gavel/harness/command/help.txt");
        Files.createDirectories(help.getParent());
        Files.writeString(help, "Usage: gavel\n");
        Files.writeString(home.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
        Files.delete(maven);

        for (String asked : List.of("--help", "-h", "help")) {
            assertThat(launch(asked)).isEqualTo(new Ended(0, "Usage: gavel\n", ""));
        }
        assertThat(launch("--version")).isEqualTo(new Ended(0, "gavel 1.2.3 (not built yet)\n", ""));
        assertThat(launch("version")).isEqualTo(new Ended(0, "gavel 1.2.3 (not built yet)\n", ""));
    }

    @Test
    void whatWasBuiltBeforeAnswersForHelpWhateverIsNewer() throws Exception {
        launch("plan");
        Path source = Files.writeString(home.resolve("harness/src/main/Some.java"), "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));

        Ended ended = launch("run", "--help");

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).endsWith("[run] [--help]\n");
    }

    @Test
    void theDriverIsStartedWithTheRightJava() throws Exception {
        assertThat(launch("drive", "--users", "5").out())
                .startsWith(directory.resolve("jdks/25") + " ")
                .endsWith("[-jar] [%s/workload-driver/target/workload-driver.jar] [drive] [--users] [5]\n"
                        .formatted(lastBuild()));
        assertThat(launch("agent", "--port", "0").out())
                .endsWith("[-jar] [%s/workload-driver/target/workload-driver.jar] [agent] [--port] [0]\n"
                        .formatted(lastBuild()));
    }

    @Test
    void aNewerSourceIsBuiltAgain() throws Exception {
        launch("plan");
        Path source = Files.writeString(home.resolve("harness/src/main/Some.java"), "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));

        assertThat(launch("plan").err()).contains("gavel: building");
    }

    @Test
    void aBuildThatFailsShowsWhyAndIsTriedAgain() throws Exception {
        script(maven, "#!/bin/bash\necho 'Some.java:[3,5] not a statement'\nexit 1\n");

        Ended ended = launch("run");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("Some.java:[3,5] not a statement").contains("gavel: the build failed (log: ");
        assertThat(launch("run").err()).contains("gavel: building");
    }

    @Test
    void whatRunsKeepsItsBuildAndABuildThatFailsTakesNothingAway() throws Exception {
        launch("plan");
        Path first = lastBuild();
        change("harness/src/main/Some.java");
        script(maven, "#!/bin/bash\nrm -f */target/*.jar\nexit 1\n");

        Ended ended = launch("run");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("GAVEL_BUILD=last gavel … uses the last build that succeeded");
        assertThat(lastBuild()).isEqualTo(first);
        assertThat(first.resolve("harness/target/harness.jar")).exists();
        assertThat(launch("down").out()).as("what takes away does not wait").contains(first.toString());
        assertThat(launch("-v", "-o", "json", "down").out()).contains(first.toString());
        environment.put("GAVEL_BUILD", "last");
        assertThat(launch("run").out()).contains(first.toString());
    }

    @Test
    void anotherBuildIsBesideTheLastAndTheOldestGoes() throws Exception {
        launch("plan");
        Path first = lastBuild();
        change("harness/src/main/Some.java");
        launch("plan");
        Path second = lastBuild();
        assertThat(first).as("for whoever was about to start with it").exists();
        assertThat(second).isNotEqualTo(first);

        change("pom.xml");
        launch("plan");

        assertThat(first).doesNotExist();
        assertThat(second).exists();
    }

    @Test
    void aFailureOfItsOwnIsNoVerdict() throws Exception {
        Files.writeString(home.resolve(".build"), "no directory");

        Ended ended = launch("plan");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("cannot be written to");
    }

    @Test
    void whereNothingCanBeWrittenTheLastBuildIsUsed() throws Exception {
        launch("plan");
        Path first = lastBuild();
        change("harness/src/main/Some.java");
        script(tools().resolve("mkdir"), "#!/bin/bash\nexit 1\n");

        Ended ended = launch("run");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains(first.toString());
        assertThat(ended.err())
                .startsWith("gavel: the sources are newer than the last build, which is used: ")
                .endsWith("/.build cannot be written to\n");
    }

    @Test
    void whatWasUnpackedHasItsOwnRuntimeAndIsNeverBuilt() throws Exception {
        launch("plan");
        Path runtime = Files.move(jdk("25"), home.resolve("runtime"));
        Files.delete(runtime.resolve("bin/javac"));
        for (String module : MODULES) {
            Files.delete(home.resolve(module).resolve("src/main"));
            Files.delete(home.resolve(module).resolve("src"));
        }
        Files.delete(home.resolve("pom.xml"));
        Files.delete(maven);

        Ended ended = launch("run");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(launch("--print-java").out()).isEqualTo(runtime + "/bin/java\n");
        environment.put("GAVEL_JAVA_HOME", jdk("26").toString());
        assertThat(launch("--print-java").out()).as("a JDK that is named wins").contains("jdks/26/");
    }

    @Test
    void everyProcessGetsOneEncoding() throws Exception {
        environment.put("LC_ALL", "C");

        assertThat(launch("plan").out()).contains("locale: C.UTF-8");
    }

    private void change(String file) throws IOException {
        Path source = Files.writeString(home.resolve(file), "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    }

    private Path lastBuild() throws IOException {
        return home.resolve(".build/last").toRealPath();
    }

    @Test
    void withoutMavenItSaysWhatToInstall() throws Exception {
        Files.delete(maven);

        Ended ended = launch("run");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).startsWith("gavel: Maven is needed to build: install it");
    }

    @Test
    void jdksThatAreTooOldAreNamed() throws Exception {
        environment.put("JAVA_HOME", jdk("17").toString());
        environment.put("GAVEL_JDKS", directory.resolve("nowhere").toString());

        Ended ended = launch("run");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err())
                .isEqualTo(
                        "gavel: a JDK 25 or later is needed, found: %s (17); install one (for example from https://adoptium.net) and set JAVA_HOME\n",
                        directory.resolve("jdks/17"));
        assertThat(home.resolve("target")).doesNotExist();
    }

    @Test
    void anOldJavaHomeIsPassedOverForANewerJdk() throws Exception {
        environment.put("JAVA_HOME", jdk("17").toString());

        assertThat(launch("plan").out()).startsWith(directory.resolve("jdks/25") + " ");
    }

    @Test
    void aJdkThatIsNamedForGavelIsUsedOrRefused() throws Exception {
        environment.put("GAVEL_JAVA_HOME", jdk("26").toString());
        assertThat(launch("plan").out()).startsWith(directory.resolve("jdks/26") + " ");

        environment.put("GAVEL_JAVA_HOME", jdk("21").toString());
        Ended ended = launch("plan");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("jdks/21 is 21 (GAVEL_JAVA_HOME)");
    }

    @Test
    void optionsForOtherJvmsDoNotReachThisOne() throws Exception {
        environment.put("JAVA_TOOL_OPTIONS", "-Xmx1m");
        environment.put("_JAVA_OPTIONS", "-Xmx1m");

        assertThat(launch("plan").out()).contains("tool options: none none");
    }

    /** The code of a JVM that cannot be made is 1, and that would mean FAIL. */
    @ParameterizedTest
    @ValueSource(strings = {"run", "status", "drive", "agent"})
    void aJvmThatCannotBeMadeIsNoVerdict(String command) throws Exception {
        environment.put("TEST_JVM", "1");

        Ended ended = launch(command);

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err())
                .contains("gavel: the JVM cannot be started: " + directory.resolve("jdks/25") + "/bin/java -XX:")
                .endsWith("Could not reserve enough space\n");
        assertThat(ended.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "peak", "pair", "scale", "failover", "elastic", "isolate"})
    void aCommandThatNeverBeginsLeavesAnErrorAndNoOldOutcome(String command) throws Exception {
        Path xml = Files.writeString(directory.resolve("gavel.xml"), "<testsuite tests=\"1\" errors=\"0\"/>");
        script(maven, "#!/bin/bash\nexit 1\n");

        assertThat(launch(command, "--junit", xml.toString()).code()).isEqualTo(3);

        String outcome = "gavel " + command + " did not begin";
        assertThat(xml).content().contains("tests=\"1\" failures=\"0\" errors=\"1\"", outcome);
        assertThat(launch("-q", command, "--junit=here.xml").code()).isEqualTo(3);
        assertThat(directory.resolve("here.xml")).content().contains(outcome);
    }

    @Test
    void noOutcomeIsWrittenWhereTheCommandWouldRefuseIt() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link.xml"), directory.resolve("elsewhere.xml"));
        for (String[] arguments : new String[][] {
            {"run", "--junit", directory.resolve("no/such.xml").toString()},
            {"run", "--junit", link.toString()},
            {"run", "--junit"},
            {"run", "--junit", "--users"},
            {"run", "--junit", "x.xml", "--help"},
            {"compare", "--junit", "x.xml"}
        }) {
            assertThat(launch(arguments).code()).isZero();
        }
        for (String none : List.of("no", "elsewhere.xml", "--users", "x.xml")) {
            assertThat(directory.resolve(none)).doesNotExist();
        }
    }

    private Path jdk(String version) throws IOException {
        Path jdk = Files.createDirectories(directory.resolve("jdks").resolve(version));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
        script(jdk.resolve("bin/javac"), "#!/bin/bash\n");
        script(jdk.resolve("bin/java"), """
                #!/bin/bash
                [[ "${@: -1}" != -version ]] || { echo "Could not reserve enough space"; exit ${TEST_JVM:-0}; }
                echo "%s tool options: ${JAVA_TOOL_OPTIONS:-none} ${_JAVA_OPTIONS:-none} locale: $LC_ALL"
                printf '[%%s] ' "$@" | sed 's/ $/\\n/'
                exit ${TEST_EXIT:-0}
                """.formatted(jdk));
        return jdk;
    }

    /** A search path with what the script itself needs, and nothing of Java or Maven. */
    private Path tools() throws IOException {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        for (String tool : List.of(
                "bash",
                "cat",
                "cp",
                "dirname",
                "date",
                "find",
                "flock",
                "ln",
                "mkdir",
                "mv",
                "readlink",
                "rm",
                "sed",
                "tail",
                "touch",
                "tr")) {
            Path link = tools.resolve(tool);
            script(link, "#!/bin/bash\nexec /usr/bin/" + tool + " \"$@\"\n");
        }
        return tools;
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ended launch(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/bin/bash", home.resolve("gavel").toString()));
        command.addAll(List.of(arguments));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Ended(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
