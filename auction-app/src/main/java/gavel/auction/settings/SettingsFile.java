package gavel.auction.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

/**
 * The settings file of a node, read and checked without a Spring context, so that a mistake is told before anything starts and the
 * data set's commands start fast.
 */
public final class SettingsFile {
    private static final String OPTION = "--config=";

    private final Path path;
    private final Settings settings;

    private SettingsFile(Path path, Settings settings) {
        this.path = path;
        this.settings = settings;
    }

    /** Reads the file that {@code --config=FILE} names. */
    public static SettingsFile fromArguments(String[] args) {
        for (int i = 0; i < args.length; i++) {
            if (args[i].startsWith(OPTION)) {
                return read(Path.of(args[i].substring(OPTION.length())));
            }
            if (args[i].equals("--config") && i + 1 < args.length) {
                return read(Path.of(args[i + 1]));
            }
        }
        throw new SettingsException(List.of("--config=FILE is missing: name the settings file of this node"));
    }

    /** @throws SettingsException with every problem of the file */
    public static SettingsFile read(Path path) {
        if (!Files.isReadable(path)) {
            throw new SettingsException(List.of("--config must name a readable file: " + path));
        }
        List<PropertySource<?>> sources = load(path);
        List<String> problems = new ArrayList<>();
        for (PropertySource<?> source : sources) {
            for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
                KnownSettings.problemOf(name).ifPresent(problem -> problems.add(problem + " (" + path + ")"));
            }
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return new SettingsFile(path, bind(path, sources));
    }

    private static List<PropertySource<?>> load(Path path) {
        try {
            return new YamlPropertySourceLoader().load(path.toString(), new FileSystemResource(path));
        } catch (IOException | RuntimeException e) {
            throw new SettingsException(List.of("not YAML: " + e.getMessage() + " (" + path + ")"));
        }
    }

    private static Settings bind(Path path, List<PropertySource<?>> sources) {
        try {
            return new Binder(ConfigurationPropertySources.from(sources)).bindOrCreate("gavel", Settings.class);
        } catch (BindException e) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
            if (cause instanceof SettingsException) {
                throw new SettingsException(cause.getMessage()
                        .lines()
                        .map(line -> line + " (" + path + ")")
                        .toList());
            }
            String value = e.getProperty() == null ? "" : ": " + e.getProperty().getValue();
            throw new SettingsException(
                    List.of(e.getName() + " must be a " + e.getTarget().getType() + value + " (" + path + ")"));
        }
    }

    public Settings settings() {
        return settings;
    }

    public Path path() {
        return path;
    }

    /** The file as Spring's {@code spring.config.additional-location} wants it, whatever its name ends with. */
    public String springLocation() {
        String name = path.getFileName().toString();
        String hint = name.endsWith(".yaml") || name.endsWith(".yml") ? "" : "[.yaml]";
        return "file:" + path.toAbsolutePath() + hint;
    }
}
