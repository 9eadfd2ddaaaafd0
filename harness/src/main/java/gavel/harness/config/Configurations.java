package gavel.harness.config;

import gavel.driver.api.TextFile;
import gavel.driver.api.text.Nearest;
import gavel.harness.config.load.PathFile;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.RecordBinder;
import gavel.harness.setting.RecordWriter;
import gavel.harness.setting.Rules;
import gavel.harness.setting.Setting;
import gavel.harness.setting.YamlSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Finds and reads configurations: built-in defaults, then a file, then overrides, the later ones on top.
 *
 * @param directory of the ready configurations
 * @param further rules that need more than settings, such as the instances there will be
 */
public record Configurations(Path directory, BiConsumer<Configuration, Rules> further) {
    /** A file of this name in the working directory is used where no configuration is named. */
    public static final String FOUND = "gavel.yaml";

    private static final Setting.Section DEFAULTS = defaults();

    /** Without further rules: a deployment's own configuration was held against them when it was made. */
    public Configurations(Path directory) {
        this(directory, (configuration, rules) -> {});
    }

    /** A ready configuration: its name and the first comment line of its file. */
    public record Ready(String name, String summary, Path file) {}

    /** One setting from the command line: {@code load.users}, its value, and the option it came from. */
    public record SettingOverride(String path, String value, String option) {
        /** Reads {@code load.users=500}. */
        public static SettingOverride parse(String text) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new ConfigurationException("--set needs path=value: " + text + " (--set)");
            }
            return new SettingOverride(
                    text.substring(0, equals).trim(), text.substring(equals + 1).trim(), "--set");
        }
    }

    /**
     * A configuration that was found and read, once: a pipe gives its text once only.
     *
     * @param name problems are told with
     * @param directory the files it names are looked for in
     */
    public record Source(String name, String text, Path directory) {}

    /**
     * @param nameOrFile a ready configuration's name, or a file
     * @throws ConfigurationException with every problem found
     */
    public Configuration read(String nameOrFile, List<SettingOverride> overrides) {
        return read(source(nameOrFile), overrides);
    }

    /** @throws ConfigurationException with every problem found */
    public Configuration read(Source source, List<SettingOverride> overrides) {
        return read(source, overrides, true);
    }

    /** That of a deployment: its profile may have been removed since, and it must be possible to stop it all the same. */
    public static Configuration stored(Path file, List<SettingOverride> overrides) {
        Configurations anywhere = new Configurations(file.toAbsolutePath().getParent());
        return anywhere.read(
                anywhere.source(file.toString()), overrides, overrides.stream().anyMatch(override -> override.path()
                        .equals(NamedPaths.PROFILE)));
    }

    /** One that was run elsewhere: files that it names need not be here. */
    public Configuration stored(Source source) {
        return read(source, List.of(), false);
    }

    private Configuration read(Source source, List<SettingOverride> overrides, boolean profile) {
        Setting.Section settings =
                DEFAULTS.with(NamedPaths.beside(source.directory(), YamlSettings.read(source.name(), source.text())));
        for (SettingOverride override : overrides) {
            settings = settings.with(NamedPaths.beside(Path.of("").toAbsolutePath(), section(override)));
        }
        List<String> problems = new ArrayList<>();
        if (profile) {
            NamedPaths.problem(settings).ifPresent(problems::add);
        }
        return RecordBinder.bind(
                Configuration.class, PathFile.resolved(settings, problems), DEFAULTS, problems, further);
    }

    /** @throws ConfigurationException where there is none */
    public Source source(String nameOrFile) {
        Path file = find(nameOrFile);
        boolean pipe = !Files.isRegularFile(file);
        return new Source(
                pipe ? nameOrFile : file.getFileName().toString(),
                text(file),
                pipe ? Path.of("").toAbsolutePath() : file.toAbsolutePath().getParent());
    }

    /** Nothing but the defaults. */
    public static Configuration usual() {
        return RecordBinder.bind(Configuration.class, DEFAULTS, DEFAULTS);
    }

    /** The path of every setting, such as {@code load.users}. */
    public static Set<String> paths() {
        return YamlSettings.read("defaults", RecordWriter.write(usual())).flat().keySet();
    }

    public List<Ready> ready() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(file -> new Ready(nameOf(file), summary(file), file))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }

    private Path find(String nameOrFile) {
        Path file = Path.of(nameOrFile);
        if (!nameOrFile.isBlank() && Files.exists(file) && !Files.isDirectory(file)) {
            return file;
        }
        boolean path = nameOrFile.contains("/") || nameOrFile.endsWith(".yaml") || nameOrFile.endsWith(".yml");
        if (path) {
            throw new ConfigurationException("configuration file does not exist: " + nameOrFile + " (--config)");
        }
        Path named = directory.resolve(nameOrFile + ".yaml");
        if (!Files.isRegularFile(named)) {
            throw new ConfigurationException("unknown configuration: " + nameOrFile + " (--config)"
                    + Nearest.hint(nameOrFile, ready().stream().map(Ready::name).toList()));
        }
        return named;
    }

    private static Setting.Section section(SettingOverride override) {
        List<String> names = new ArrayList<>(List.of(override.path().split("\\.", -1)));
        String value = override.value().isEmpty() || override.value().equals("null") ? null : override.value();
        Setting setting = new Setting.Value(value, override.option());
        for (String name : names.reversed()) {
            Map<String, Setting> entries = new LinkedHashMap<>();
            entries.put(name, setting);
            setting = new Setting.Section(entries, override.option());
        }
        return (Setting.Section) setting;
    }

    private static Setting.Section defaults() {
        try (InputStream stream = Configurations.class.getResourceAsStream("defaults.yaml")) {
            return YamlSettings.read("defaults", new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("built-in defaults", e);
        }
    }

    private static String nameOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static String summary(Path file) {
        return text(file)
                .lines()
                .findFirst()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.substring(1).trim())
                .orElse("");
    }

    private static String text(Path file) {
        try {
            return TextFile.read(file);
        } catch (IOException e) {
            throw new ConfigurationException("configuration file cannot be read: " + e.getMessage() + " (--config)");
        }
    }
}
