package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command that takes a configuration checks all that was typed together, before it makes anything. */
class ArgumentsTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "plan",
                "doctor",
                "up",
                "peak",
                "failover",
                "elastic",
                "isolate",
                "scale --app-servers 1,2 --set hosts.appServers.cpu=0.1"
            })
    void theSameIsRefusedByEveryCommand(String command) throws IOException {
        rig.run.host.says("flags-check", "Unrecognized VM option 'Turbo'");
        rig.run.host.exitCode("flags-check", 1);

        assertThat(rig.type(command + " --profile liveaution --seed x --set appServers.memory=512 --set load"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("unknown profile: liveaution (--profile: load.profile); did you mean 'liveauction'?")
                .contains("seed must be a whole number: x (--seed: load.seed)")
                .contains("memory must be an amount of memory with its unit, such as 512m or 2g: 512")
                .contains("--set needs path=value: load (--set)");
        assertThat(rig.type(command + " --set appServers.jvmFlags=-XX:+Turbo --set hosts.drivers.cpu=500"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("the JVM does not start with these flags: Unrecognized VM option 'Turbo'")
                .contains("cpu must be <= 2, the cores of this machine: 500.0 (hosts.drivers.cpu)");
        assertThat(rig.type(command + " --profile= ")).isEqualTo(4);
        assertThat(rig.errors()).contains("profile must have a value: null (--profile: load.profile)");

        assertThat(home.resolve(".gavel")).doesNotExist();
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void optionsOfTheirOwnAreCheckedWithTheRest() {
        assertThat(rig.type("run --repeat 0 --keep-data --dashboard=70000 --users 0"))
                .isEqualTo(4);
        assertThat(rig.errors().lines())
                .containsExactly(
                        "gavel: --keep-data needs data: name a deployment that is up (--deployment)",
                        "gavel: --repeat must be >= 1: 0",
                        "gavel: --dashboard must be a port from 1 to 65535, or stand alone for a free one: 70000",
                        "gavel: users must be > 0: 0 (--users: load.users)");
        assertThat(rig.type("peak --probes 1 --users 3 --at-least -1 --length brief"))
                .isEqualTo(4);
        assertThat(rig.errors().lines()).hasSize(4);
        assertThat(rig.type("up --deployment ../elsewhere --length brief")).isEqualTo(4);
        assertThat(rig.errors())
                .contains("deployment must be 1 to 61 letters, digits, . _ -: ../elsewhere (--deployment)")
                .contains("length must be one of");
    }

    @Test
    void severalDriversMaySearch() {
        assertThat(rig.type("peak --set drivers.count=3 --budget 1s")).isEqualTo(4);
        assertThat(rig.errors()).contains("the budget must be").doesNotContain("drivers.count");
    }

    @Test
    void aListIsTakenAsInAFile() {
        assertThat(rig.type("plan --settings --set relational.settings=[work_mem=8MB,\"jit=off\"]"))
                .as(rig.errors())
                .isZero();
        assertThat(rig.said()).contains("settings: [\"work_mem=8MB\", \"jit=off\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "%s/", "%s/report.html", "%s/logs", "%s/../%2$s/result.json"})
    void aResultIsFoundByAnyPathToIt(String form) throws IOException {
        rig.type("run");
        Path result = rig.result();
        Path report = result.resolve("report.html");
        Files.deleteIfExists(report);
        Files.writeString(report, "");

        assertThat(rig.type("report " + form.formatted(result, result.getFileName())))
                .as(rig.errors())
                .isZero();
        assertThat(report).isNotEmptyFile();
        assertThat(rig.type("report " + form.formatted(result.getFileName(), result.getFileName())))
                .as("by its name below results/: " + rig.errors())
                .isZero();
    }

    @Test
    void aResultIsNoRepeatOfItself() throws IOException {
        rig.type("run");
        Path result = rig.result();

        assertThat(rig.type("compare " + result + "," + result.getFileName() + " " + result + "/"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("named twice: " + result.getFileName());
    }

    @Test
    void aResultThatWasNeverWrittenToItsEndIsToldSo() throws IOException {
        rig.type("run");
        Path json = rig.result().resolve("result.json");

        Files.writeString(json, "");
        assertThat(rig.type("report " + rig.result())).isEqualTo(4);
        assertThat(rig.errors()).contains("result.json is empty: what should have written it did not come to its end");
        Files.writeString(json, "{\"schemaVersion\": 1,\n\"run\": {");
        assertThat(rig.type("report " + rig.result())).isEqualTo(4);
        assertThat(rig.errors()).contains("result.json is not a result: it is no JSON from line 2 on");
    }
}
