package gavel.harness.command.help;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.command.DriverOptions;
import gavel.driver.command.DriverCommand;
import gavel.harness.command.CommandModel;
import gavel.harness.command.help.Examples.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Examples, completion and the manual say what the command line understands. */
class ShellFilesTest {
    @TempDir
    private Path directory;

    private final CommandLine root = CommandModel.commandLine();

    private String output(String text, String... command) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("script"), text);
        List<String> words = new ArrayList<>(List.of(command));
        words.replaceAll(word -> word.equals("FILE") ? file.toString() : word);
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(out);
    }

    @Test
    void everyCommandHasExamplesAndEachIsUnderstood() {
        assertThat(Examples.all().keySet())
                .containsAll(Described.commands(root).keySet().stream()
                        .filter(name -> !name.startsWith("help"))
                        .toList());
        Examples.all().forEach((name, examples) -> {
            assertThat(examples).as(name).isNotEmpty();
            for (Example example : examples) {
                String typed = example.typed().replaceFirst(" > .*", "").replaceFirst("^gavel ", "");
                assertThat(typed).startsWith(name);
                String[] words = typed.split(" ");
                if (name.equals("drive") || name.equals("agent")) {
                    words[0] = name.equals("drive") ? "run" : name;
                    DriverCommand.line(null).parseArgs(words);
                } else {
                    CommandModel.commandLine().parseArgs(words);
                }
                assertThat(example.typed().length()).as(example.typed()).isLessThan(110);
                assertThat(example.does()).as(example.typed()).isNotBlank();
            }
        });
    }

    @Test
    void theHelpOfACommandEndsWithItsExamples() {
        assertThat(root.getSubcommands().get("run").getUsageMessage(CommandLine.Help.Ansi.OFF))
                .contains("Examples:\n  gavel run\n      100 users for a minute\n")
                .contains("-q ", "--color=WHEN", "-o, --format=FORMAT");
    }

    /** As the program makes it, whose numbers are English ones wherever it runs. */
    private String bash() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.US);
        try {
            return AutoComplete.bash("gavel", root);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        String script = bash() + """

                complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMPREPLY=(); _complete_gavel; echo "${COMPREPLY[*]}"; }
                complete_words gavel res
                complete_words gavel run --us
                complete_words gavel run --color ''
                """;

        List<String> lines = output(script, "bash", "FILE")
                .lines()
                .filter(line -> !line.contains("compopt: not currently executing"))
                .toList();

        assertThat(lines.get(0).split(" ")).contains("reset", "results");
        assertThat(lines.get(1)).isEqualTo("--users");
        assertThat(lines.get(2).toLowerCase(Locale.ROOT)).contains("always");
    }

    @Test
    void fishHasACommandALineAndEveryOption() {
        String script = FishCompletion.of(root);

        assertThat(script)
                .contains(
                        "complete -c gavel -n '__fish_use_subcommand' -a run -d 'One run at a fixed number of users: verdict.'\n")
                .contains("complete -c gavel -n '__fish_seen_subcommand_from run' -l users -x -d ")
                .contains(" -s c -l config -r -F -d ")
                .contains("complete -c gavel -s o -l format -x -a 'text json' -d ")
                .contains(
                        "-n '__fish_seen_subcommand_from profiles; and not __fish_seen_subcommand_from show check' -a show ")
                .doesNotContain("${DEFAULT-VALUE}", "%%");
        assertThat(script.lines()).allMatch(line -> line.startsWith("#") || line.startsWith("complete -c gavel"));
        assertThat(script.lines()
                        .filter(line -> line.chars().filter(c -> c == '\'').count() % 2 == 1 && !line.contains("\\'")))
                .isEmpty();
    }

    @Test
    void theManualNamesEveryCommandOptionAndVariable() {
        String page = ManPage.of(root, "1.2.3");

        assertThat(page).startsWith(".TH GAVEL 1 \"\" \"Gavel 1.2.3\"").doesNotContain("${", "%%");
        Described.commands(root).forEach((name, command) -> {
            assertThat(page).contains(".SS gavel " + name + "\n");
            Described.options(command)
                    .forEach(option -> assertThat(page).contains(ManPage.escaped(option.longestName())));
        });
        assertThat(page).contains("GAVEL_RESULTS", "GAVEL_APPSERVERS_COUNT", "NO_COLOR", ".B 130\n");
        assertThat(page.lines()).noneMatch(line -> line.startsWith("'"));
    }

    /** The driver has a command line of its own, which the launcher hands over to. */
    @Test
    void whatTheDriverUnderstandsIsToldLikeWhatGavelDoes() throws Exception {
        String manual = ManPage.of(root, "1");
        String fish = FishCompletion.of(root);
        for (String command : List.of("drive", "agent")) {
            List<DriverOptions.Option> options = DriverOptions.installed().of(command);
            assertThat(options).isNotEmpty();
            String section = manual.substring(manual.indexOf(".SS gavel " + command + "\n"));
            String own =
                    section.substring(0, section.indexOf(".SS", 4) < 0 ? section.length() : section.indexOf(".SS", 4));
            for (DriverOptions.Option option : options) {
                assertThat(own).contains(ManPage.escaped(option.names().getLast()));
                assertThat(fish).contains("-n '__fish_seen_subcommand_from " + command + "' ");
                assertThat(fish).contains(" -l " + option.names().getLast().substring(2));
            }
        }
        String script = bash() + """

                COMP_WORDS=(gavel agent --allow); COMP_CWORD=2; COMP_LINE="gavel agent --allow"; _complete_gavel; echo "${COMPREPLY[*]}"
                """;
        assertThat(output(script, "bash", "FILE")).contains("--allow-target");
        assertThat(root.getSubcommands().get("drive").getCommandSpec().optionsMap())
                .containsKey("--target")
                .doesNotContainKeys("--color", "-q", "-o");
    }

    @Test
    void nothingOfATextIsACommandOfRoff() {
        assertThat(ManPage.escaped(".gavel is a \\directory")).isEqualTo("\\&.gavel is a \\edirectory");
        assertThat(ManPage.escaped("'x' -o")).isEqualTo("\\&'x' \\-o");
    }
}
