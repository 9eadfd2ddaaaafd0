package gavel.harness.config.load;

import gavel.driver.api.shape.PathText;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.Setting;
import gavel.harness.setting.Setting.Section;
import gavel.harness.setting.Setting.Value;
import gavel.harness.setting.Setting.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the points of {@code load.path.file} into the settings, as those of a ramp: whoever reads them back, in a result or a deployment,
 * has the path as it was, whatever became of the file.
 */
public final class PathFile {
    private PathFile() {}

    /** @throws ConfigurationException with every problem of the file, each with its line */
    public static Section resolved(Section settings) {
        if (!(settings.entries().get("load") instanceof Section load)
                || !(load.entries().get("path") instanceof Section path)
                || !(path.entries().get("shape") instanceof Value shape)
                || !"csv".equalsIgnoreCase(shape.text())
                || !(path.entries().get("file") instanceof Value file)
                || file.text() == null) {
            return settings;
        }
        Map<String, Setting> entries = new LinkedHashMap<>(path.entries());
        entries.put("shape", new Value("ramps", shape.place()));
        entries.put("file", new Value(null, file.place()));
        entries.put("points", new Values(points(file), file.place()));
        return with(settings, "load", with(load, "path", new Section(entries, path.place())));
    }

    private static Section with(Section section, String name, Section inner) {
        Map<String, Setting> entries = new LinkedHashMap<>(section.entries());
        entries.put(name, inner);
        return new Section(entries, section.place());
    }

    private static List<String> points(Value file) {
        try {
            return PathText.csv(file.text(), Files.readAllLines(Path.of(file.text()))).stream()
                    .map(PathText::text)
                    .toList();
        } catch (IllegalArgumentException wrong) {
            throw new ConfigurationException(wrong.getMessage().lines().toList());
        } catch (IOException e) {
            throw new ConfigurationException(
                    "file of a path cannot be read: " + file.text() + " (" + file.place() + ": load.path.file)");
        }
    }
}
