package gavel.harness.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.Source;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.Setting;
import gavel.harness.setting.YamlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever copies a command, an option or a configuration from a document gets no message about a misspelt one. */
class DocumentedCommandsTest {
    private static final Configurations READY = new Configurations(Path.of("../deploy/configs"), Topologies::check);
    /** Without the rules between tiers, which a part of a configuration need not keep. */
    private static final Configurations EXCERPTS = new Configurations(Path.of("../deploy/configs"));

    private static final Set<String> LANGUAGES = Set.of("sh", "yaml", "text", "java", "json");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][\\w-]*");
    /** Of scripts and of the application's own commands. */
    private static final Set<String> OTHER_OPTIONS = Set.of(
            "--quick",
            "--pictures",
            "--dry-run",
            "--images",
            "--for",
            "--wait",
            "--answered",
            "--report",
            "--then",
            "--help");

    @Test
    void everyCommandOfADocumentIsUnderstood() throws IOException {
        List<String> problems = new ArrayList<>();
        int commands = 0;
        for (Page page : Page.all()) {
            for (String line : page.commands()) {
                commands++;
                DocumentedCommand.problems(line)
                        .forEach(problem -> problems.add(page.name() + ": " + line + ": " + problem));
            }
        }
        assertThat(commands).as("commands are found at all").isGreaterThan(60);
        assertThat(problems).isEmpty();
    }

    @Test
    void everyCommandWithinASentenceIsUnderstood() throws IOException {
        List<String> problems = new ArrayList<>();
        int commands = 0;
        for (Page page : Page.all()) {
            for (String span : page.name().startsWith("bench/") ? List.<String>of() : page.spans()) {
                if (span.matches("((\\./)?gavel|(bench|deploy|\\.ci)/\\S+|mvn) .*") && !span.contains("COMMAND")) {
                    commands++;
                    DocumentedCommand.problems(span.replaceAll("[\\[\\]]", "").replace("\\|", "/")).stream()
                            .filter(problem -> !problem.matches("(Expected parameter|Missing required).*"))
                            .forEach(problem -> problems.add(page.name() + ": " + span + ": " + problem));
                }
            }
        }
        assertThat(commands).isGreaterThan(50);
        assertThat(problems).isEmpty();
    }

    @Test
    void everyOptionWithinASentenceIsOne() throws IOException {
        Set<String> known = new TreeSet<>(OTHER_OPTIONS);
        CommandReference.commands()
                .values()
                .forEach(command ->
                        known.addAll(command.getCommandSpec().optionsMap().keySet()));
        List<String> unknown = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String span : page.spans()) {
                OPTION.matcher(span)
                        .results()
                        .filter(option -> !known.contains(option.group()))
                        .forEach(option -> unknown.add(page.name() + ": " + span));
            }
        }
        assertThat(known).hasSizeGreaterThan(60);
        assertThat(unknown).isEmpty();
    }

    @Test
    void everyBlockSaysItsLanguageAndOnlyShellHasCommands() throws IOException {
        assertThat(Page.all())
                .allSatisfy(page -> assertThat(page.blocks()).as(page.name()).allSatisfy(block -> {
                    assertThat(block.language()).isIn(LANGUAGES);
                    assertThat(block.language().equals("sh")
                                    || block.text().lines().noneMatch(line -> line.startsWith("./gavel")))
                            .as(block.text())
                            .isTrue();
                }));
    }

    /** One with a name is whole. Other YAML is that of a profile, a pipeline, or the application. */
    @Test
    void everyConfigurationOfADocumentIsRead() throws IOException {
        Set<String> sections = new TreeSet<>();
        Configurations.paths().forEach(path -> sections.add(path.replaceFirst("\\..*", "")));
        Set<String> ofAProfile = YamlSettings.read(
                        "liveauction.yaml",
                        Files.readString(Page.ROOT.resolve(
                                "workload-driver/src/main/resources/gavel/driver/profile/liveauction.yaml")))
                .entries()
                .keySet();
        int read = 0;
        for (Page page : Page.all()) {
            for (Page.Block block : page.blocks()) {
                if (!block.language().equals("yaml")) {
                    continue;
                }
                Setting.Section yaml = YamlSettings.read(page.name(), block.text());
                if (sections.containsAll(yaml.entries().keySet())) {
                    (yaml.entries().containsKey("name") ? READY : EXCERPTS)
                            .read(
                                    new Source(
                                            page.name(),
                                            block.text(),
                                            page.file().getParent()),
                                    List.of());
                    read++;
                } else {
                    assertThat(Stream.of(ofAProfile, Set.of("jobs"), Set.of("server", "management", "gavel")))
                            .as("%s: %s", page.name(), block.text())
                            .anySatisfy(known ->
                                    assertThat(known).containsAll(yaml.entries().keySet()));
                }
            }
        }
        assertThat(read).isGreaterThan(7);
    }

    /** The table shows each script as its own head does, and no script is missing. */
    @Test
    void everyScriptIsShownAsItIsCalled() throws IOException {
        String text = Page.of(Page.ROOT.resolve("bench/README.md")).text();
        Matcher row =
                Pattern.compile("(?m)^\\| `((bench/[^\\s`]+)(?: (.*?))?)` \\|").matcher(text);
        Set<String> shown = new TreeSet<>();
        List<String> problems = new ArrayList<>();
        while (row.find()) {
            shown.add(row.group(2));
            String form = row.group(3) == null ? "" : row.group(3).replace("\\|", "|");
            ScriptUsage usage = ScriptUsage.of(row.group(2));
            if (!usage.shows(form)) {
                problems.add(row.group(1) + ": its head says " + usage.forms());
            }
        }
        assertThat(problems).isEmpty();
        try (Stream<Path> files = Files.walk(Page.ROOT.resolve("bench"), 1)) {
            assertThat(files.filter(Files::isExecutable)
                            .filter(file -> file.toString().endsWith(".sh"))
                            .map(file -> Page.ROOT.relativize(file).toString())
                            .filter(script -> !shown.contains(script)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ./gavel run --user 5                                            | Unknown option
            ./gavel rnu                                                     | no command rnu
            ./gavel peak --hint N                                           | N
            mkdir -p build && ./gavel rnu                                   | no command rnu
            ./gavel run --set load.usres=5                                  | load.usres
            ./gavel run -c mine.yaml --set load.usres=5                     | no setting load.usres
            ./gavel run -c small --set webServers.implementation=ngnix      | ngnix
            ./gavel pair -c small --against-set appServers.memroy=1g        | memroy
            ./gavel run -c smal                                             | smal
            ./gavel drive --target http://127.0.0.1 --uesrs 5               | --uesrs
            bench/nothing.sh                                                | is no file of the project
            bench/scale.sh --quickly --more; bench/images.sh a b            | is called so: [[ARCHIVES]]
            kubectl apply -f deploy/helm/rules.yaml                         | is no file of the project
            helm install gavel deploy/helm/gavel --set relational.img=x     | no value relational.img
            mvn -pl harness -am test -Dtest=VerdictTestt                    | no test VerdictTestt
            mvn -pl harnes test                                             | no module harnes
            wget http://example.org                                         | unknown program
            for i in 1 2; do ./gavel rnu; done                              | no command rnu
            """)
    void whatIsWrongIsFound(String line, String problem) throws IOException {
        assertThat(DocumentedCommand.problems(line)).singleElement().asString().contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            ./gavel run --users 5    # a comment
            GAVEL_SSH="ssh -F x" ./gavel up -c small && ./gavel status
            ./gavel run --set 'relational.settings=[work_mem=8MB, jit=off]'
            code=0
            ./gavel peak -c small --at-least 1100 || code=$?
            openssl rand -hex 32 > KEY
            ./gavel pair -c small --against-set appServers.memory=1g --hint 1200
            bench/planted-violation.sh none 5
            for i in 1 2 3; do ./gavel peak -c small; done
            """)
    void whatIsRightPasses(String line) throws IOException {
        assertThat(DocumentedCommand.problems(line)).isEmpty();
    }

    @Test
    void anUnreadableConfigurationIsFound() {
        assertThatThrownBy(() -> READY.read(
                        new Source("x.md", "hosts: {machines: [{name: a, adress: b}]}", Path.of("")), List.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("adress");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            [RUNS [SECONDS [USERS …]]]           ; ''                ; true
            [RUNS [SECONDS [USERS …]]]           ; 10 60 100 200     ; true
            [SERVERS]                            ; 1 2               ; false
            DIR [LAYOUT …]                       ; ''                ; false
            DIR [LAYOUT …]                       ; /tmp/x small      ; true
            [-o FILE] [BEFORE]                   ; -o x y            ; true
            [-o FILE] [BEFORE]                   ; x y               ; false
            before|during|all|none [N]           ; during            ; true
            before|during|all|none [N]           ; after             ; false
            [USERS [without|alone|watched …]]    ; 100 alone watched ; true
            push DIR ARCHIVE NAME:TAG            ; push a b c:d      ; true
            """)
    void argumentsAreHeldAgainstTheHeadOfTheScript(String form, String arguments, boolean right) {
        assertThat(ScriptUsage.takes(form, arguments.isEmpty() ? List.of() : List.of(arguments.split(" "))))
                .isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '^', textBlock = """
            a b c                         ! [[a, b, c]]
            X=1 a 'b c' > out d           ! [[a, b c, d]]
            a "b # c" # d                 ! [[a, b # c]]
            a && b || c=$? ; d | e        ! [[a], [b], [d], [e]]
            # only a comment              ! []
            """)
    void aLineIsSplitAsAShellDoes(String line, String commands) {
        assertThat(ShellLine.commands(line)).hasToString(commands);
    }
}
