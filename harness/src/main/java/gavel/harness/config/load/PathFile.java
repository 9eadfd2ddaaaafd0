package gavel.harness.config.load;

import gavel.driver.api.TextFile;
import gavel.driver.api.shape.PathText;
import gavel.harness.setting.Setting;
import gavel.harness.setting.Setting.Section;
import gavel.harness.setting.Setting.Value;
import gavel.harness.setting.Setting.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the points of {@code load.path.file} into the settings, as those of a ramp: so a result or a deployment
 * keeps the path as it was, whatever becomes of the file.
 */
public final class PathFile {
    private PathFile() {}

    /** @param problems gets every problem of the file, each with its line; the path is left out then */
    public static Section resolved(Section settings, List<String> problems) {
        if (!(settings.entries().get("load") instanceof Section load)
                || !(load.entries().get("path") instanceof Section path)
                || !(path.entries().get("shape") instanceof Value shape)
                || !"csv".equalsIgnoreCase(shape.text())
                || !(path.entries().get("file") instanceof Value file)
                || file.text() == null) {
            return settings;
        }
        Setting besides = path.entries().get("points");
        if (!said(besides).isEmpty() && source(besides).equals(source(file))) {
            problems.add("points are for load.path.shape=steps and ramps, and load.path.file has others: "
                    + said(besides) + " (" + besides.place() + ": load.path.points)");
        }
        List<String> points = points(file, problems);
        Map<String, Setting> entries = new LinkedHashMap<>(path.entries());
        entries.put("shape", new Value(points.isEmpty() ? "constant" : "ramps", shape.place()));
        entries.put("file", new Value(null, file.place()));
        entries.put("points", new Values(points, file.place()));
        return with(settings, "load", with(load, "path", new Section(entries, path.place())));
    }

    /** Without the line: what a file says on top of another is meant to replace it. */
    private static String source(Setting setting) {
        return setting.place().replaceFirst(":\\d+$", "");
    }

    /** Empty without any. */
    private static String said(Setting points) {
        return switch (points) {
            case Values values -> String.join(", ", values.texts());
            case Value value
            when value.text() != null -> value.text().replaceAll("[\\[\\]]", "").trim();
            case null, default -> "";
        };
    }

    private static Section with(Section section, String name, Section inner) {
        Map<String, Setting> entries = new LinkedHashMap<>(section.entries());
        entries.put(name, inner);
        return new Section(entries, section.place());
    }

    private static List<String> points(Value file, List<String> problems) {
        try {
            return PathText.csv(
                            file.text(),
                            TextFile.read(Path.of(file.text())).lines().toList())
                    .stream()
                    .map(PathText::text)
                    .toList();
        } catch (IllegalArgumentException wrong) {
            problems.addAll(wrong.getMessage().lines().toList());
        } catch (IOException e) {
            problems.add(
                    "file of a path cannot be read: " + e.getMessage() + " (" + file.place() + ": load.path.file)");
        }
        return List.of();
    }
}
