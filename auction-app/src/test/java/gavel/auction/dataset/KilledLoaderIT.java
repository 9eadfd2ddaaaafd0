package gavel.auction.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.AuctionApplication;
import gavel.auction.Command;
import gavel.auction.audit.AuditCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A loader that is a process of its own is killed as a machine's loss of power would, twice, and a third finishes its work. */
class KilledLoaderIT {
    /** So many that their pictures take several seconds on any machine: a loader tells of them once a second. */
    private static final String USERS = "--users=150";

    private static final String SEED = "--seed=3";
    private static final Pattern ANYTHING = Pattern.compile(".* of .*");
    private static final Pattern PICTURES = Pattern.compile(".*items with pictures [1-9].*");

    @TempDir
    private Path directory;

    @Test
    void whatAKilledLoaderBeganAnotherFinishes() throws Exception {
        LoadedSet set = new LoadedSet(directory);
        killAt(ANYTHING, set);
        assertThat(set.verify()).as("an unfinished set").isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.output()).contains("not complete: run the command load again");
        killAt(PICTURES, set);

        assertThat(set.load(USERS, SEED)).as(set::output).isEqualTo(Command.GOOD);

        assertThat(set.lastReport().get("rows").properties())
                .as("tables that were complete are not written again")
                .hasSizeLessThan(6);
        assertThat(set.verify()).as(set::output).isEqualTo(Command.GOOD);
        assertThat(set.run(AuditCommand::new)).as(set::output).isEqualTo(Command.GOOD);
    }

    /** Starts a loader and kills it as soon as it says something of the kind. */
    private static void killAt(Pattern line, LoadedSet set) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                AuctionApplication.class.getName(),
                "load"));
        command.addAll(set.loadOptions(USERS, SEED));
        Process loader = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> said = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(loader.getInputStream(), StandardCharsets.UTF_8))) {
            do {
                said.add(out.readLine());
            } while (said.getLast() != null && !line.matcher(said.getLast()).matches());
        } finally {
            loader.destroyForcibly();
        }
        assertThat(said).as("output until the kill").doesNotContainNull();
        assertThat(loader.waitFor()).as("killed while at work").isEqualTo(128 + 9);
    }
}
