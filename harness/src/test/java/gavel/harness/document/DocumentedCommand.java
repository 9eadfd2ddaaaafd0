package gavel.harness.document;

import gavel.driver.command.DriverCommand;
import gavel.harness.command.CommandModel;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.Setting;
import gavel.harness.setting.YamlSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Judges commands that documents show. Nothing is executed. */
final class DocumentedCommand {
    private static final Path READY = Path.of("../deploy/configs");
    private static final Map<String, CommandLine> COMMANDS = CommandReference.commands();
    private static final String OURS = "(bench|deploy|docs|build|auction-app|workload-driver|harness|\\.ci)/[\\w./-]+";

    /** Programs of others that a page may name, with what each needs. */
    private static final Map<String, String> NEEDS = Map.ofEntries(
            Map.entry("docker", "a Docker engine"),
            Map.entry("helm", "Helm and a Kubernetes cluster"),
            Map.entry("kubectl", "a Kubernetes cluster"),
            Map.entry("openssl", "OpenSSL"),
            Map.entry("ssh", "another machine"),
            Map.entry("ssh-keygen", "OpenSSH"),
            Map.entry("sha256sum", "coreutils"),
            Map.entry("git", "Git"),
            Map.entry("go", "Go"),
            Map.entry("java", "a built jar"),
            Map.entry("tar", "tar"),
            Map.entry("cp", "coreutils"),
            Map.entry("chmod", "coreutils"),
            Map.entry("mkdir", "coreutils"));

    private DocumentedCommand() {}

    /** Of a whole line, with every command that it joins; empty where all is understood. */
    static List<String> problems(String line) throws IOException {
        List<String> problems = new ArrayList<>();
        for (List<String> words : ShellLine.commands(line)) {
            problem(words).ifPresent(problems::add);
        }
        return problems;
    }

    private static Optional<String> problem(List<String> words) throws IOException {
        String program = words.getFirst();
        List<String> arguments = words.subList(1, words.size());
        if (program.matches("do|then|else") && !arguments.isEmpty()) {
            return problem(arguments);
        }
        if (program.matches("for|done|if|fi|while")) {
            return Optional.empty();
        }
        for (String word : words) {
            if (word.matches(OURS) && !Files.exists(Page.ROOT.resolve(word)) && !word.startsWith("build/")) {
                return Optional.of(word + " is no file of the project");
            }
        }
        if (program.matches("(\\./)?gavel|gavel-VERSION/gavel")) {
            return gavel(arguments);
        }
        if (program.matches("(bench|deploy|\\.ci)/.*")) {
            return script(program, arguments);
        }
        return switch (program) {
            case "mvn" -> maven(arguments);
            case "helm" -> values(arguments);
            default -> NEEDS.containsKey(program) ? Optional.empty() : Optional.of("unknown program " + program);
        };
    }

    private static Optional<String> script(String script, List<String> arguments) throws IOException {
        if (!Files.isExecutable(Page.ROOT.resolve(script))) {
            return Optional.of(script + " is no program of the project");
        }
        ScriptUsage usage = ScriptUsage.of(script);
        return usage.takes(arguments) || arguments.isEmpty() || usage.shows(String.join(" ", arguments))
                ? Optional.empty()
                : Optional.of(script + " is called so: " + usage.forms());
    }

    private static Optional<String> gavel(List<String> arguments) throws IOException {
        if (arguments.isEmpty() || arguments.getFirst().startsWith("-")) {
            return Optional.empty();
        }
        boolean two = arguments.size() > 1 && COMMANDS.containsKey(arguments.getFirst() + " " + arguments.get(1));
        String name = two ? arguments.getFirst() + " " + arguments.get(1) : arguments.getFirst();
        if (!COMMANDS.containsKey(name)) {
            return Optional.of("no command " + name);
        }
        try {
            if (name.matches("drive|agent")) {
                List<String> ofTheDriver = new ArrayList<>(arguments);
                ofTheDriver.set(0, name.equals("drive") ? "run" : name);
                DriverCommand.line(null).parseArgs(ofTheDriver.toArray(String[]::new));
                return Optional.empty();
            }
            CommandModel.commandLine().parseArgs(arguments.toArray(String[]::new));
        } catch (CommandLine.ParameterException refused) {
            return Optional.of(refused.getMessage());
        }
        return configuration(arguments);
    }

    /** Reads the configuration as the command would, the second one of a pair too. One of a file that the reader writes is not there. */
    private static Optional<String> configuration(List<String> arguments) {
        String name = "minimal";
        List<SettingOverride> overrides = new ArrayList<>();
        List<SettingOverride> against = new ArrayList<>();
        for (int i = 0; i + 1 < arguments.size(); i++) {
            String value = arguments.get(i + 1);
            switch (arguments.get(i)) {
                case "-c", "--config" -> name = value;
                case "--platform" -> overrides.add(new SettingOverride("platform", value, "--platform"));
                case "--users" -> overrides.add(new SettingOverride("load.users", value, "--users"));
                case "--set" -> overrides.add(SettingOverride.parse(value));
                case "--against-set" -> against.add(SettingOverride.parse(value));
                default -> {}
            }
        }
        if (name.contains(".") || name.equals("FILE")) {
            Set<String> known = Configurations.paths();
            return Stream.concat(overrides.stream(), against.stream())
                    .map(SettingOverride::path)
                    .filter(path -> !known.contains(path))
                    .map(path -> "no setting " + path)
                    .findFirst();
        }
        return read(name, overrides).or(() -> {
            List<SettingOverride> both = new ArrayList<>(overrides);
            both.addAll(against);
            return arguments.getFirst().equals("pair") ? read(arguments, both) : Optional.empty();
        });
    }

    private static Optional<String> read(List<String> arguments, List<SettingOverride> overrides) {
        int config = Math.max(arguments.indexOf("-c"), arguments.indexOf("--config"));
        return read(config < 0 ? "minimal" : arguments.get(config + 1), overrides);
    }

    private static Optional<String> read(String name, List<SettingOverride> overrides) {
        try {
            new Configurations(READY, Topologies::check).read(name, overrides);
            return Optional.empty();
        } catch (ConfigurationException refused) {
            return Optional.of(refused.getMessage());
        }
    }

    /** Modules and classes of tests that a command of Maven names. */
    private static Optional<String> maven(List<String> arguments) throws IOException {
        Set<String> tests;
        try (Stream<Path> sources = Stream.of("auction-app", "workload-driver", "harness")
                .map(module -> Page.ROOT.resolve(module).resolve("src/test/java"))
                .flatMap(DocumentedCommand::walk)) {
            tests = sources.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".java"))
                    .map(file -> file.replace(".java", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("-pl") && !Files.exists(Page.ROOT.resolve(arguments.get(i + 1)))) {
                return Optional.of("no module " + arguments.get(i + 1));
            }
            if (argument.matches("-D(it\\.)?test=.*")) {
                for (String test : argument.replaceFirst(".*=", "").split(",")) {
                    if (!test.equals("none") && !tests.contains(test)) {
                        return Optional.of("no test " + test);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Stream<Path> walk(Path directory) {
        try {
            return Files.walk(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Values of the chart. */
    private static Optional<String> values(List<String> arguments) throws IOException {
        Setting.Section values =
                YamlSettings.read("values.yaml", Files.readString(Page.ROOT.resolve("deploy/helm/gavel/values.yaml")));
        for (int i = 0; i + 1 < arguments.size(); i++) {
            if (arguments.get(i).equals("--set")) {
                for (String value : arguments.get(i + 1).split(",")) {
                    String path = value.replaceFirst("=.*", "");
                    if (!values.flat().containsKey(path)) {
                        return Optional.of("no value " + path);
                    }
                }
            }
        }
        return Optional.empty();
    }
}
