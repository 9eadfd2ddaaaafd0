package gavel.harness.deployment;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.setting.RecordWriter;
import gavel.harness.setting.YamlSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What of a deployment cannot change as long as it is up. Pure. */
final class FixedSettings {
    private static final String LOAD = "load.";
    private static final String ACTIONS = "actions";
    private static final String NAME = "name";
    /** Of an element that a list does not have. */
    private static final String NOTHING = "nothing";

    private final String deployment;
    private final Map<String, String> made;

    FixedSettings(String deployment, Configuration made) {
        this.deployment = deployment;
        this.made = flat(made);
    }

    private static Map<String, String> flat(Configuration configuration) {
        return YamlSettings.read("configuration", RecordWriter.write(configuration))
                .flat();
    }

    /** For a run, which has a load and a name of its own. */
    List<String> forRun(Configuration wanted, List<SettingOverride> overrides) {
        return differing(wanted, path -> !path.startsWith(LOAD) && !path.startsWith(ACTIONS)).entrySet().stream()
                .map(setting -> "only load.* and actions can change while deployment " + deployment
                        + " is up, which was made with " + made.getOrDefault(setting.getKey(), NOTHING)
                        + ": " + setting.getValue()
                        + place(setting.getKey(), overrides))
                .toList();
    }

    /** For a command that makes the same deployment again: there is no result in which another load could stand. */
    List<String> forSame(Configuration wanted, List<SettingOverride> overrides) {
        List<String> problems = new ArrayList<>();
        differing(wanted, _ -> true)
                .forEach((path, value) -> problems.add("deployment " + deployment + " was made with "
                        + made.getOrDefault(path, NOTHING)
                        + ": " + value + place(path, overrides)
                        + (path.startsWith(LOAD)
                                ? "; `gavel run --deployment " + deployment + "` takes another load"
                                : "; `gavel down " + deployment + "` removes it, --deployment names another")));
        return problems;
    }

    private Map<String, String> differing(Configuration wanted, Predicate<String> fixed) {
        Map<String, String> differing = flat(wanted);
        made.keySet().forEach(path -> differing.putIfAbsent(path, NOTHING));
        differing.keySet().removeIf(path -> path.equals(NAME) || !fixed.test(path));
        differing.entrySet().removeAll(made.entrySet());
        return differing;
    }

    static String place(String path, List<SettingOverride> overrides) {
        return " ("
                + overrides.stream()
                        .filter(override -> path.equals(override.path()))
                        .reduce((_, last) -> last)
                        .map(override -> override.option() + ": ")
                        .orElse("--config: ")
                + path + ")";
    }
}
