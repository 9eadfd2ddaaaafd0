package gavel.harness.command.help;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import gavel.driver.api.command.DriverOptions;
import gavel.driver.command.DriverCommand;
import gavel.harness.command.CommandModel;
import gavel.harness.command.help.Examples.Example;
import gavel.harness.config.Configurations;
import gavel.harness.kind.ResultKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Examples, completion and the manual say what the command line understands. */
class ShellFilesTest {
    /** Which words there are, and that the last one is to be completed. */
    private static final String BASH = """
            words='%s'
            read -ra COMP_WORDS <<< "$words"
            [[ "$words" != *' ' ]] || COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="$words"
            _complete_gavel 2> /dev/null
            echo "${COMPREPLY[*]}"
            """;

    private static final String ZSH = """
            complete_words() {
              local -a COMP_WORDS=("${(@s: :)1}") COMPREPLY
              local COMP_CWORD=$((${#COMP_WORDS} - 1)) COMP_LINE="$1" COMP_POINT=${#1}
              emulate -L sh
              setopt kshglob noshglob braceexpand nonomatch ksharrays
              _complete_gavel 2> /dev/null
              echo "${COMPREPLY[*]}"
            }
            complete_words '%s'
            """;

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
    private String script(String shell) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.US);
        try {
            return ShellCommands.Completion.script(
                    shell, root, Candidates.of(new Configurations(Path.of("../deploy/configs")), ResultKinds.KNOWN));
        } finally {
            Locale.setDefault(before);
        }
    }

    /** What is typed, and what is offered for its last word among others. */
    static List<Arguments> typed() {
        List<Arguments> all = new ArrayList<>();
        for (String[] each : new String[][] {
            {"gavel res", "reset results"},
            {"gavel run --us", "--users"},
            {"gavel run --color ", "auto always never"},
            {"gavel run --config sm", "small"},
            {"gavel peak --platform k", "kubernetes"},
            {"gavel run --length ", "smoke standard official"},
            {"gavel results --kind p", "peak pair"},
            {"gavel profiles ", "show check"},
            {"gavel profiles show c", "classic"},
            {"gavel completion ", "bash zsh fish"},
            {"gavel help comp", "compare completion"},
            {"gavel agent --allow", "--allow-target"}
        }) {
            for (String shell : Candidates.SHELLS) {
                all.add(Arguments.of(shell, each[0], List.of(each[1].split(" "))));
            }
        }
        all.add(Arguments.of("fish", "gavel -o json --color never resu", List.of("results")));
        return all;
    }

    /** In the shells that are installed; in zsh as its own completion calls what bash would. */
    @ParameterizedTest
    @MethodSource("typed")
    void shellsComplete(String shell, String typed, List<String> offered) throws Exception {
        assumeThat(Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, shell))))
                .as(shell + " is installed")
                .isTrue();
        String call =
                switch (shell) {
                    case "fish" -> "complete -C '%s' | string split -f1 \\t".formatted(typed);
                    case "zsh" -> ZSH.formatted(typed);
                    default -> BASH.formatted(typed);
                };
        String begin = shell.equals("zsh")
                ? "autoload -U +X compinit && compinit -u -D; autoload -U +X bashcompinit && bashcompinit\n"
                : "";
        List<String> words = output(
                        begin + script(shell) + "\n" + call,
                        shell,
                        shell.equals("fish") ? "--no-config" : shell.equals("zsh") ? "-f" : "--norc",
                        "FILE")
                .lines()
                .flatMap(line -> Stream.of(line.strip().split(" ")))
                .toList();

        assertThat(words).containsAll(offered).doesNotContain("ALWAYS");
    }

    @Test
    void pathsAreOfferedWhereNoWordFits() {
        assertThat(script("bash"))
                .contains("\ncomplete -F _complete_gavel -o default gavel")
                .doesNotContain("+o default");
    }

    @Test
    void fishHasACommandALineAndEveryOption() {
        String all = script("fish");
        String script = all.substring(all.indexOf("complete -c gavel -f\n"));

        assertThat(script)
                .contains(
                        "complete -c gavel -n '__gavel_at' -a run -d 'Measures once at a fixed number of users: PASS, FAIL or INVALID.'\n")
                .contains("complete -c gavel -n '__gavel_in run' -l users -x -d ")
                .contains(" -s c -l config -r -F -a 'full-2015 hosts-small minimal scaling small' -d ")
                .contains("complete -c gavel -s o -l format -x -a 'text json' -d ")
                .contains("-n '__gavel_at profiles' -a show ")
                .doesNotContain("${DEFAULT-VALUE}", "%%");
        assertThat(script.lines()).allMatch(line -> line.startsWith("complete -c gavel"));
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
        String fish = script("fish");
        for (String command : List.of("drive", "agent")) {
            List<DriverOptions.Option> options = DriverOptions.installed().of(command);
            assertThat(options).isNotEmpty();
            String section = manual.substring(manual.indexOf(".SS gavel " + command + "\n"));
            String own =
                    section.substring(0, section.indexOf(".SS", 4) < 0 ? section.length() : section.indexOf(".SS", 4));
            for (DriverOptions.Option option : options) {
                assertThat(own).contains(ManPage.escaped(option.names().getLast()));
                assertThat(fish).contains("-n '__gavel_in " + command + "' ");
                assertThat(fish).contains(" -l " + option.names().getLast().substring(2));
            }
        }
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
