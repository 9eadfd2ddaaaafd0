package gavel.harness.setting;

import gavel.harness.failure.ConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML into settings that remember their line. */
public final class YamlSettings {
    private final String source;

    private YamlSettings(String source) {
        this.source = source;
    }

    /**
     * @param source the name problems are reported with
     * @throws ConfigurationException if the text is no YAML, or no section
     */
    public static Setting.Section read(String source, String text) {
        try {
            return new Compose(LoadSettings.builder().setLabel(source).build())
                    .composeString(text)
                    .map(root -> new YamlSettings(source).root(root))
                    .orElseGet(() -> new Setting.Section(Map.of(), source));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new ConfigurationException("not valid YAML: " + e.getProblem() + " (" + source + ":" + line + ")");
        } catch (YamlEngineException e) {
            throw new ConfigurationException("not valid YAML: " + e.getMessage() + " (" + source + ")");
        }
    }

    /** A list as it is written in one line, {@code [one, two]}; empty where the text is none of plain values. */
    static Optional<List<String>> list(String text) {
        try {
            return read("list", "list: " + text).entries().get("list") instanceof Setting.Values values
                    ? Optional.of(values.texts())
                    : Optional.empty();
        } catch (ConfigurationException noList) {
            return Optional.empty();
        }
    }

    private Setting.Section root(Node node) {
        Setting setting = setting(node);
        if (setting instanceof Setting.Section section) {
            return section;
        }
        if (setting instanceof Setting.Value value && value.text() == null) {
            return new Setting.Section(Map.of(), source);
        }
        throw new ConfigurationException("a configuration must be a list of 'name: value' (" + setting.place() + ")");
    }

    private Setting setting(Node node) {
        return switch (node) {
            case MappingNode mapping -> section(mapping);
            case SequenceNode sequence -> values(sequence);
            case ScalarNode scalar ->
                new Setting.Value(Tag.NULL.equals(scalar.getTag()) ? null : scalar.getValue(), place(node));
            default -> throw new ConfigurationException("not understood here (" + place(node) + ")");
        };
    }

    private Setting.Section section(MappingNode mapping) {
        Map<String, Setting> entries = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                throw new ConfigurationException("the name of a setting must be a word (" + place(mapping) + ")");
            }
            if (entries.put(key.getValue(), setting(entry.getValueNode())) != null) {
                throw new ConfigurationException("'" + key.getValue() + "' is set twice (" + place(key) + ")");
            }
        }
        return new Setting.Section(entries, place(mapping));
    }

    private Setting.Values values(SequenceNode sequence) {
        List<String> texts = new ArrayList<>();
        for (Node node : sequence.getValue()) {
            if (!(node instanceof ScalarNode scalar)) {
                throw new ConfigurationException("a list of plain values is expected (" + place(node) + ")");
            }
            texts.add(scalar.getValue());
        }
        return new Setting.Values(texts, place(sequence));
    }

    private String place(Node node) {
        return source
                + node.getStartMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
    }
}
