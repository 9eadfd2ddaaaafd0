package gavel.harness.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeApplication;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeTime;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Program;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every platform does around the start of a command that it starts itself. */
class PreparationTest {
    private static final Duration LONGEST = Duration.ofSeconds(9);
    private static final Program NGINX = new Program("Nginx", "nginx", List.of("/usr/sbin/nginx"), "-v");

    private final List<String> diary = new ArrayList<>();
    private final Set<String> files = new HashSet<>();
    private final FakeHost machine = new FakeHost();
    private final FakeApplication application = new FakeApplication();
    private int exitCode;

    private final Platform platform = (Platform) Proxy.newProxyInstance(
            Platform.class.getClassLoader(),
            new Class<?>[] {Platform.class},
            (_, method, arguments) -> switch (method.getName()) {
                case "write" -> {
                    FileSpec file = (FileSpec) arguments[1];
                    diary.add("write " + file.path() + " on " + arguments[0] + ": " + file.content()
                            + (file.secret() ? ", secret" : "") + " " + file.quoting());
                    yield null;
                }
                case "exists" -> files.contains(arguments[0] + ":" + arguments[1]);
                case "run" -> {
                    diary.add("run " + arguments[1] + " on " + arguments[0]);
                    yield exitCode;
                }
                case "log" -> List.of("the last " + arguments[2] + " lines of " + arguments[1] + " on " + arguments[0]);
                default -> throw new AssertionError(method.getName() + " has nothing to do with it");
            });

    private final Preparation preparation = new Preparation(
            platform,
            new Installed(machine),
            new Conditions(name -> "value of " + name, application, new FakeTime()),
            host -> new Conditions.Place() {
                @Override
                public boolean listening(String address, int port) {
                    return false;
                }

                @Override
                public boolean exists(String path) {
                    return files.contains(host + ":" + path);
                }
            },
            step -> "log: logs/" + step + ".log");

    private static Launch.Command command(Program program) {
        return Launch.Command.server(program, List.of("${program}", "-c", "x"), Map.of(), true);
    }

    private static Step step(String name, String unless) {
        return new Step(
                name,
                new Step.Command(null, List.of("true"), Map.of(), true, List.of(), unless, LONGEST),
                name + " cannot be done");
    }

    private static InstanceSpec.Builder web(Launch.Command command) {
        return InstanceSpec.of("webServers", "nginx1", command).on("web1");
    }

    @Test
    void whatIsGavelsOwnNeedsNoProgram() {
        preparation.require(Launch.Command.java(List.of("java"), false));
    }

    @Test
    void aProgramThatIsNotThereIsToldWithWhatInstallsIt() {
        assertThatThrownBy(() -> preparation.require(command(NGINX)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "Nginx is not installed: `gavel install` with the same configuration installs it (package nginx)");
        machine.installed("nginx", Path.of("/usr/sbin/nginx"));
        preparation.require(command(NGINX));
    }

    @Test
    void filesAreWrittenWithThePlacesOfTheProgramAndTheStepsBeforeComeThen() throws Exception {
        machine.installed("nginx", Path.of("/opt/nginx/sbin/nginx"));
        InstanceSpec instance = web(command(NGINX))
                .file(FileSpec.open("settings/nginx.conf", "pid ${program/nginx.pid};"))
                .file(FileSpec.json("settings/key.json", "{\"key\": \"" + Secret.COOKIE.reference() + "\"}"))
                .before(step("check", null))
                .build();

        Map<String, String> written = preparation.written(instance, (Launch.Command) instance.launch());

        assertThat(written)
                .as("what is disclosed has no secrets")
                .containsExactly(
                        Map.entry("settings/nginx.conf", "pid /opt/nginx/sbin/nginx.pid;"),
                        Map.entry("settings/key.json", "{\"key\": \"${secret:cookie}\"}"));
        assertThat(diary)
                .containsExactly(
                        "write settings/nginx.conf on web1: pid /opt/nginx/sbin/nginx.pid; PLAIN",
                        "write settings/key.json on web1: {\"key\": \"${secret:cookie}\"}, secret JSON",
                        "run check on web1");
    }

    @Test
    void wordsOfACommandHaveThePlacesOfItsProgram() {
        machine.installed("nginx", Path.of("/opt/nginx/sbin/nginx"));
        assertThat(preparation.words(NGINX, List.of("-p", "${program/conf}", "$HOME")))
                .containsExactly("-p", "/opt/nginx/sbin/conf", "$HOME");
        assertThat(preparation.words(null, List.of("java", "${program/conf}")))
                .as("without a program nothing is replaced")
                .containsExactly("java", "${program/conf}");
    }

    @Test
    void aStepThatIsDoneIsNotDoneAgain() throws Exception {
        InstanceSpec instance = web(command(null)).build();
        preparation.perform(step("initialise", "data/done"), instance);
        files.add("web1:data/done");
        preparation.perform(step("initialise", "data/done"), instance);
        files.add("other:data/other");
        preparation.perform(step("again", "data/other"), instance);
        assertThat(diary).containsExactly("run initialise on web1", "run again on web1");
    }

    @Test
    void aStepThatFailsSaysWhereItsLogIsAndHowThatEnds() {
        exitCode = 7;
        InstanceSpec instance =
                web(command(null)).before(step("initialise", null)).build();
        assertThatThrownBy(() -> preparation.written(instance, (Launch.Command) instance.launch()))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> assertThat(failure.evidence())
                        .containsExactly("the last 20 lines of initialise on web1"))
                .hasMessage("initialise cannot be done (log: logs/initialise.log)");
    }

    @Test
    void aRequestIsAskedOfTheHostOfTheInstance() throws Exception {
        application.on("POST /leave", 200, "");
        Step leave = new Step(
                "leave",
                new Step.Request(
                        URI.create("http://10.0.0.1/leave"),
                        Secret.MANAGEMENT,
                        new Ready.Says("left", Duration.ofSeconds(2))),
                "it stays");
        files.add("web1:left");
        preparation.perform(leave, web(command(null)).build());
        assertThatThrownBy(() ->
                        preparation.perform(leave, web(command(null)).on("web2").build()))
                .hasMessage("it stays within 2 s");
    }
}
