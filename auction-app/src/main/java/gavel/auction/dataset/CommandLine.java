package gavel.auction.dataset;

import gavel.auction.settings.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.convert.DurationStyle;

/** Options of the form {@code --name=value} or {@code --name value}, all checked before anything is done. */
public final class CommandLine {
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    /** @throws SettingsException naming every unknown or incomplete option */
    public CommandLine(String[] args, Set<String> known) {
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = args[i].startsWith("--") ? args[i].substring(2, equals < 0 ? args[i].length() : equals) : "";
            if (!known.contains(name)) {
                problems.add("unknown option: " + args[i] + "; known are --"
                        + String.join(", --", known.stream().sorted().toList()));
            } else if (equals >= 0) {
                add(name, args[i].substring(equals + 1));
            } else if (i + 1 < args.length) {
                add(name, args[++i]);
            } else {
                problems.add("--" + name + " needs a value");
            }
        }
        check();
    }

    private void add(String name, String value) {
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).map(List::getLast);
    }

    public List<String> values(String name) {
        return values.getOrDefault(name, List.of());
    }

    public String required(String name) {
        return value(name).orElseGet(() -> {
            problems.add("--" + name + " is missing");
            return "";
        });
    }

    /** A whole number within bounds; 0 where it is not, and {@link #check} tells. */
    long number(String name, long least, long most) {
        String text = required(name);
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // told below, like a number out of bounds
        }
        if (!text.isEmpty()) {
            problems.add("--" + name + " must be a whole number within " + least + ".." + most + ": " + text);
        }
        return 0;
    }

    public Duration duration(String name, Duration otherwise) {
        Optional<String> text = value(name);
        try {
            return text.map(DurationStyle::detectAndParse).orElse(otherwise);
        } catch (IllegalArgumentException e) {
            problems.add("--" + name + " must be a duration such as 60s: " + text.orElseThrow());
            return otherwise;
        }
    }

    public List<Path> readable(String name) {
        List<Path> files = values(name).stream().map(Path::of).toList();
        for (Path file : files) {
            if (!Files.isReadable(file)) {
                problems.add("--" + name + " must name a readable file: " + file);
            }
        }
        return files;
    }

    /** @throws SettingsException with everything found wrong so far */
    public void check() {
        if (!problems.isEmpty()) {
            throw new SettingsException(List.copyOf(problems));
        }
    }

    public void problem(String problem) {
        problems.add(problem);
    }
}
