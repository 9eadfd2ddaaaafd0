package gavel.harness.setting;

import gavel.harness.failure.ConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Reads YAML into settings that remember their line. What no configuration needs is refused before it costs anything: depth, size, and names that repeat each other. */
public final class YamlSettings {
    private static final int DEEPEST = 20;
    /** A path of load with as many points as one may have is written in less; the parser takes no more. */
    private static final int LARGEST = 3 << 20;

    private static final int MOST_VALUES = 1 << 20;
    private static final int MOST_SETTINGS = 10_000;
    private final String source;
    private int settings;
    private int listed;

    private YamlSettings(String source) {
        this.source = source;
    }

    /**
     * @param source the name problems are reported with
     * @throws ConfigurationException if the text is no YAML, or no section
     */
    public static Setting.Section read(String source, String text) {
        if (text.length() > LARGEST) {
            throw new ConfigurationException("larger than a configuration can be, " + LARGEST + " characters: "
                    + text.length() + " (" + source + ")");
        }
        try {
            // Such a key has a message of its own, with its line.
            LoadSettings yaml = LoadSettings.builder()
                    .setLabel(source)
                    .setAllowNonScalarKeys(true)
                    .build();
            return new Composer(yaml, new BoundedParser(yaml, source, text))
                    .getSingleNode()
                    .map(root -> new YamlSettings(source).root(root))
                    .orElseGet(() -> new Setting.Section(Map.of(), source));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new ConfigurationException("not valid YAML: " + e.getProblem() + " (" + source + ":" + line + ")");
        } catch (YamlEngineException e) {
            throw new ConfigurationException("not valid YAML: " + e.getMessage() + " (" + source + ")");
        }
    }

    /** The parser works in steps; what composes its events, and all that follows, goes as deep as they do. */
    private static final class BoundedParser extends ParserImpl {
        private final String source;
        private int depth;

        BoundedParser(LoadSettings yaml, String source, String text) {
            super(yaml, new StreamReader(yaml, text));
            this.source = source;
        }

        @Override
        public Event next() {
            Event event = super.next();
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                throw tooDeep(source
                        + event.getStartMark()
                                .map(mark -> ":" + (mark.getLine() + 1))
                                .orElse(""));
            }
            return event;
        }
    }

    private static ConfigurationException tooDeep(String place) {
        return new ConfigurationException("nested deeper than " + DEEPEST + " levels (" + place + ")");
    }

    /** A list as it is written in one line, {@code [one, two]} or {@code [{name: value}]}; empty where the text is none. */
    static Optional<Setting> list(String source, String text) {
        try {
            return Optional.ofNullable(read(source, "list: " + text).entries().get("list"))
                    .filter(setting -> setting instanceof Setting.Values || setting instanceof Setting.Sections);
        } catch (ConfigurationException noList) {
            return Optional.empty();
        }
    }

    private Setting.Section root(Node node) {
        Setting setting = setting(node, 1);
        if (setting instanceof Setting.Section section) {
            return section;
        }
        if (setting instanceof Setting.Value value && value.text() == null) {
            return new Setting.Section(Map.of(), source);
        }
        throw new ConfigurationException("a configuration must be a list of 'name: value' (" + setting.place() + ")");
    }

    /** An alias stands for what it repeats, so that a small file can be as deep and as large as it likes. */
    private Setting setting(Node node, int depth) {
        if (depth > DEEPEST) {
            throw tooDeep(place(node));
        }
        if (++settings > MOST_SETTINGS) {
            throw new ConfigurationException("more than " + MOST_SETTINGS + " settings (" + place(node) + ")");
        }
        return switch (node) {
            case MappingNode mapping -> section(mapping, depth);
            case SequenceNode sequence when holdsSections(sequence) -> sections(sequence, depth);
            case SequenceNode sequence -> values(sequence);
            case ScalarNode scalar ->
                new Setting.Value(Tag.NULL.equals(scalar.getTag()) ? null : scalar.getValue(), place(node));
            default -> throw new ConfigurationException("not understood here (" + place(node) + ")");
        };
    }

    private Setting.Section section(MappingNode mapping, int depth) {
        Map<String, Setting> entries = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                throw new ConfigurationException("the name of a setting must be a word (" + place(mapping) + ")");
            }
            if (entries.put(key.getValue(), setting(entry.getValueNode(), depth + 1)) != null) {
                throw new ConfigurationException("'" + key.getValue() + "' is set twice (" + place(key) + ")");
            }
        }
        return new Setting.Section(entries, place(mapping));
    }

    private static boolean holdsSections(SequenceNode sequence) {
        return !sequence.getValue().isEmpty() && sequence.getValue().getFirst() instanceof MappingNode;
    }

    private Setting.Sections sections(SequenceNode sequence, int depth) {
        List<Setting.Section> elements = new ArrayList<>();
        for (Node node : sequence.getValue()) {
            if (!(setting(node, depth + 1) instanceof Setting.Section section)) {
                throw new ConfigurationException("a list of sections is expected (" + place(node) + ")");
            }
            elements.add(section);
        }
        return new Setting.Sections(elements, place(sequence));
    }

    private Setting.Values values(SequenceNode sequence) {
        List<String> texts = new ArrayList<>();
        listed += sequence.getValue().size();
        if (listed > MOST_VALUES) {
            throw new ConfigurationException("more than " + MOST_VALUES + " values in lists (" + place(sequence) + ")");
        }
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
