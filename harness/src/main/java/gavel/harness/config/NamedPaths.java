package gavel.harness.config;

import gavel.driver.api.ProfileSource;
import gavel.driver.api.text.Nearest;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.Setting;
import gavel.harness.setting.Setting.Section;
import gavel.harness.setting.Setting.Sections;
import gavel.harness.setting.Setting.Value;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The files a configuration names. A relative one is beside the file that names it, or where the command was typed that does. From then on
 * it is absolute, so that a later reader elsewhere finds the same file.
 */
final class NamedPaths {
    static final String PROFILE = "load.profile";

    private static final List<String> FILES =
            List.of("load.path.file", "relational.passwordFile", "broker.passwordFile", "documents.uriFile", PROFILE);

    private static final List<String> MACHINES = List.of("hosts", "machines", "identity");

    private NamedPaths() {}

    static Section beside(Path directory, Section settings) {
        Section resolved = settings;
        for (String path : FILES) {
            resolved = changed(
                    resolved,
                    List.of(path.split("\\.")),
                    text -> path.equals(PROFILE) && !isFile(directory, text) ? text : beside(directory, text, path));
        }
        return changed(
                resolved,
                MACHINES,
                text -> text.startsWith("~") ? text : beside(directory, text, "hosts.machines.identity"));
    }

    private static String beside(Path directory, String text, String path) {
        try {
            return directory.resolve(text).normalize().toString();
        } catch (InvalidPathException e) {
            throw new ConfigurationException(
                    path + " must be the path of a file: " + e.getReason() + " (" + path + ")");
        }
    }

    /** A profile is a file where it looks like one, and where there is one of that name. */
    private static boolean isFile(Path directory, String profile) {
        return !ProfileSource.BUILT_IN.contains(profile)
                && (looksLikeFile(profile) || Files.exists(Path.of(beside(directory, profile, PROFILE))));
    }

    private static boolean looksLikeFile(String name) {
        return name.contains("/") || name.endsWith(".yaml") || name.endsWith(".yml");
    }

    private static Section changed(Section section, List<String> path, UnaryOperator<String> change) {
        Setting old = section.entries().get(path.getFirst());
        Setting changed =
                switch (old) {
                    case Section inner when path.size() > 1 -> changed(inner, path.subList(1, path.size()), change);
                    case Sections inner
                    when path.size() > 1 ->
                        new Sections(
                                inner.elements().stream()
                                        .map(element -> changed(element, path.subList(1, path.size()), change))
                                        .toList(),
                                inner.place());
                    case Value value
                    when path.size() == 1
                            && value.text() != null
                            && !value.text().isBlank() -> new Value(change.apply(value.text()), value.place());
                    case null, default -> old;
                };
        if (changed == old) {
            return section;
        }
        Map<String, Setting> entries = new LinkedHashMap<>(section.entries());
        entries.put(path.getFirst(), changed);
        return new Section(entries, section.place());
    }

    /** What is wrong with the profile, before it is read. */
    static Optional<String> problem(Section settings) {
        if (!(settings.entries().get("load") instanceof Section load)
                || !(load.entries().get("profile") instanceof Value profile)
                || profile.text() == null
                || ProfileSource.BUILT_IN.contains(profile.text())) {
            return Optional.empty();
        }
        String place = " (" + profile.place() + ": " + PROFILE + ")";
        if (looksLikeFile(profile.text())) {
            return Files.isRegularFile(Path.of(profile.text()))
                    ? Optional.empty()
                    : Optional.of(
                            "profile must be a built-in name (`gavel profiles`) or a file: " + profile.text() + place);
        }
        return Optional.of(
                "unknown profile: " + profile.text() + place + Nearest.hint(profile.text(), ProfileSource.BUILT_IN));
    }
}
