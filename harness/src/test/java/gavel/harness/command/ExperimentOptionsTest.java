package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What `gavel elastic`, `failover` and `isolate` refuse before anything is started. */
class ExperimentOptionsTest {
    private static final int REFUSED = 4;

    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    private void refused(String typed, String... problems) {
        assertThat(rig.type(typed)).as(typed).isEqualTo(REFUSED);
        // Errors are wrapped at the width of a terminal.
        String said = rig.errors().replaceAll("\\s+", " ");
        for (String problem : problems) {
            assertThat(said).as(typed).contains(problem);
        }
        assertThat(home.resolve("results")).as("nothing was begun").doesNotExist();
        assertThat(rig.run.host.diary()).noneMatch(entry -> entry.startsWith("start "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            isolate --tenants 1       | --tenants must be 2 to 16, as one alone has no other to disturb: 1
            isolate --tenants 17      | --tenants must be 2 to 16, as one alone has no other to disturb: 17
            isolate --repeat 0        | --repeat must be 1 to 100: 0
            isolate --repeat 101      | --repeat must be 1 to 100: 101
            isolate --factors 1       | --factors must be > 1 and <= 100: 1
            isolate --factors 2,0.5   | --factors must be > 1 and <= 100: 0.5
            isolate --factors 100.1   | --factors must be > 1 and <= 100: 100.1
            isolate --factors NaN     | --factors must be > 1 and <= 100: NaN
            isolate --factors two     | --factors must be numbers: two
            isolate --factors 1.004 --users 100 | --factors must each give the disruptor one user more than its 100: 1.004
            isolate --factors 2,2.04 --users 10 | --factors must each give the disruptor another number of users, beginning with 10: 2,2.04
            isolate --factors 2,1.2 --users 2   | --factors must each give the disruptor one user more than its 2: 2,1.2
            isolate --set load.arrivals.process=poisson --set load.arrivals.perSecond=2 | tenants need steady loads: leave out load.path and load.arrivals (load)
            failover --repeat 0       | --repeat must be 1 to 1000: 0
            failover --lasting 0s     | --lasting must be 1s to 300s: 0s
            failover --lasting 301s   | --lasting must be 1s to 300s: 301s
            failover --quiet 9s       | --quiet must be 10s to 600s: 9s
            failover --patience 31m   | --patience must be 10s to 1800s: 31m
            failover --quiet soon     | --quiet must be a length of time such as 500ms, 30s, 1m30s or 1h: soon
            failover --set load.arrivals.process=constant --set load.arrivals.perSecond=2 | faults need a steady load: leave out load.path and load.arrivals (load)
            elastic                   | how many servers may there be, whose peaks are searched first? Say --most N, or name their peaks (--capacity)
            elastic --repeat 0        | --repeat must be 1 to 100: 0
            elastic --most 65         | --most must be 1 to 64: 65
            elastic --most -1         | --most must be 1 to 64: -1
            elastic --most 0          | --most must be 1 to 64: 0
            elastic --supply fixed:65 | --supply must name at most 64 servers: 65
            elastic --supply fixed:5 --most 2 | the supply wants up to 5 servers, and there are to be at most 2 (--supply, --most)
            elastic --supply schedule:0s=1,300s=2 | the schedule must end before the path does, at 300s: 300s (--supply)
            elastic --supply schedule:0s=1,61s=2 --duration 1m | the schedule must end before the path does, at 60s: 61s (--supply)
            elastic --shape stpe      | there is no such shape (--shape): stpe; did you mean 'step'?
            elastic --duration 59s    | --duration must be 60s to 6000s: 59s
            elastic --duration 5h     | --duration must be 60s to 6000s: 5h
            elastic --duration long   | --duration must be a length of time such as 500ms, 30s, 1m30s or 1h: long
            elastic --users 5         | the path says how many users there are: leave out --users
            elastic --app-servers 5   | the supply says how many servers there are: leave out --app-servers
            elastic --capacity nowhere | nowhere
            """)
    void whatCannotBeMeasuredIsRefusedWithItsOption(String typed, String problem) {
        refused(typed, problem);
    }

    @Test
    void everyProblemIsToldAtOnce() {
        refused(
                "isolate --tenants 1 --repeat 0 --factors x --users -5 --junit nowhere/x.xml",
                "--tenants must be 2 to 16",
                "--repeat must be 1 to 100: 0",
                "--factors must be numbers: x",
                "users must be > 0: -5 (--users: load.users)",
                "the directory of the outcome does not exist: ");
        refused(
                "failover --lasting 0s --quiet 0s --patience 0s --repeat 0 --length brief",
                "--lasting must be 1s to 300s: 0s",
                "--quiet must be 10s to 600s: 0s",
                "--patience must be 10s to 1800s: 0s",
                "--repeat must be 1 to 1000: 0",
                "length must be one of smoke, standard, official: brief");
        refused(
                "elastic --shape x --duration 1s --supply who --repeat 0 --users 5",
                "there is no such shape (--shape): x",
                "--duration must be 60s to 6000s: 1s",
                "--supply must be ",
                "--repeat must be 1 to 100: 0",
                "leave out --users");
    }

    @Test
    void actionsAreForRunsAlone() throws IOException {
        Path file = Files.writeString(
                home.resolve("acting.yaml"),
                "actions: [{at: 10s, do: freeze, instance: app1}, {at: 20s, do: thaw, instance: app1}]\n");
        refused("isolate -c " + file, "actions are for gavel run: here only the load changes (actions)");
        refused("failover -c " + file, "actions are for gavel run: here the faults are made one by one: ");
        refused("elastic -c " + file, "actions are for gavel run: here the supply says what is done (actions)");
    }

    @Test
    void faultsAreOfTiersAndKindsThatThereAre() {
        refused("failover --tiers appSevers", "appSevers");
        refused("failover --faults kil", "kil");
    }

    @Test
    void helpSaysWhatEachOptionIsFor() {
        for (String command : new String[] {"elastic", "failover", "isolate"}) {
            assertThat(rig.type(command + " --help")).as(command).isZero();
        }
    }
}
