package gavel.harness.document;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.command.DriverCommand;
import gavel.harness.command.CommandModel;
import gavel.harness.config.Configurations;
import gavel.harness.setting.YamlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Whoever copies a command from a document gets no message about a misspelt one. Nothing is executed. */
class DocumentedCommandsTest {
    private static final Path READY = Path.of("../deploy/configs");
    private static final Pattern WORD = Pattern.compile("(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'])+)+");
    private static final Pattern END = Pattern.compile("\\s(?:#|\\|\\||\\||&&|;|>|2>|<).*|\\s{3,}.*| ….*");

    /** Programs of others that a page may name, with what each needs. */
    private static final Map<String, String> NEEDS = Map.ofEntries(
            Map.entry("docker", "a Docker engine"),
            Map.entry("helm", "Helm and a Kubernetes cluster"),
            Map.entry("kubectl", "a Kubernetes cluster"),
            Map.entry("mvn", "Maven"),
            Map.entry("openssl", "OpenSSL"),
            Map.entry("ssh", "another machine"),
            Map.entry("ssh-keygen", "OpenSSH"),
            Map.entry("sha256sum", "coreutils"),
            Map.entry("git", "Git"),
            Map.entry("go", "Go"),
            Map.entry("curl", "curl"),
            Map.entry("cp", "coreutils"),
            Map.entry("chmod", "coreutils"),
            Map.entry("sudo", "the right to be root"));

    private record Documented(String page, String line) {}

    private static List<Documented> commands() throws IOException {
        List<Documented> commands = new ArrayList<>();
        for (Page page : Page.all()) {
            page.commands().forEach(line -> commands.add(new Documented(page.name(), line)));
        }
        return commands;
    }

    private static List<String> words(String line) {
        Matcher words = WORD.matcher(END.matcher(line).replaceFirst(""));
        List<String> all = new ArrayList<>();
        while (words.find()) {
            all.add(words.group().replaceAll("[\"']", ""));
        }
        while (!all.isEmpty() && all.getFirst().matches("[A-Z_]+=.*")) {
            all.removeFirst();
        }
        return all;
    }

    /** Empty where the line is understood. */
    private static String problem(String line) throws IOException {
        List<String> words = words(line);
        String program = words.isEmpty() ? "" : words.getFirst();
        if (program.matches("(\\./)?gavel")) {
            return gavel(words.subList(1, words.size()));
        }
        if (program.matches("(bench|deploy|\\.ci)/.*")) {
            return Files.isExecutable(Page.ROOT.resolve(program)) ? "" : program + " is no program of the project";
        }
        return NEEDS.containsKey(program) || program.matches("code=.*|case|\\d\\)|\\*\\)|esac")
                ? ""
                : "unknown program " + program;
    }

    private static String gavel(List<String> arguments) throws IOException {
        if (arguments.isEmpty() || arguments.getFirst().startsWith("-")) {
            return "";
        }
        Map<String, CommandLine> commands = CommandReference.commands();
        boolean two = arguments.size() > 1 && commands.containsKey(arguments.getFirst() + " " + arguments.get(1));
        String name = two ? arguments.getFirst() + " " + arguments.get(1) : arguments.getFirst();
        if (!commands.containsKey(name)) {
            return "no command " + name;
        }
        List<String> rest = arguments.subList(two ? 2 : 1, arguments.size());
        try {
            if (name.matches("drive|agent")) {
                List<String> ofTheDriver = new ArrayList<>(rest);
                ofTheDriver.addFirst(name.equals("drive") ? "run" : name);
                DriverCommand.line(null).parseArgs(ofTheDriver.toArray(String[]::new));
            } else {
                CommandModel.commandLine().parseArgs(arguments.toArray(String[]::new));
            }
        } catch (CommandLine.ParameterException refused) {
            return refused.getMessage();
        }
        return settings(rest);
    }

    private static String settings(List<String> arguments) throws IOException {
        Set<String> known = new TreeSet<>(YamlSettings.read("", Files.readString(READY.resolve("minimal.yaml")))
                .flat()
                .keySet());
        Set<String> ready = new TreeSet<>();
        new Configurations(READY).ready().forEach(configuration -> ready.add(configuration.name()));
        for (int i = 0; i + 1 < arguments.size(); i++) {
            String value = arguments.get(i + 1);
            if (arguments.get(i).matches("--set|--against-set") && !known.contains(value.replaceFirst("=.*", ""))) {
                return "no setting " + value;
            }
            if (arguments.get(i).matches("-c|--config|--against") && !value.contains(".") && !ready.contains(value)) {
                return "no configuration " + value;
            }
        }
        return "";
    }

    @Test
    void everyCommandOfADocumentIsUnderstood() throws IOException {
        List<Documented> all = commands();
        assertThat(all).as("commands are found at all").hasSizeGreaterThan(40);
        List<String> problems = new ArrayList<>();
        for (Documented documented : all) {
            String problem = problem(documented.line());
            if (!problem.isEmpty()) {
                problems.add(documented.page() + ": " + documented.line() + ": " + problem);
            }
        }
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ./gavel run --user 5                   | Unknown option
            ./gavel rnu                            | no command rnu
            ./gavel peak --hint N                  | N
            ./gavel run --set load.usres=5         | no setting load.usres
            ./gavel run -c smal                    | no configuration smal
            bench/nothing.sh                       | is no program
            wget http://example.org                | unknown program
            """)
    void whatIsWrongIsFound(String line, String problem) throws IOException {
        assertThat(problem(line)).contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ./gavel run --users 5    # a comment
            GAVEL_SSH="ssh -F x" ./gavel up -c small && ./gavel status
            ./gavel run --set 'relational.settings=[work_mem=8MB, jit=off]'
            """)
    void whatIsRightPasses(String line) throws IOException {
        assertThat(problem(line)).isEmpty();
    }
}
