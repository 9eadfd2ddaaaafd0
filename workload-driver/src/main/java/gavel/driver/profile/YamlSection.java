package gavel.driver.profile;

import gavel.driver.api.text.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** One mapping of a YAML file that notes every problem with file, line and path, and what it was asked for, instead of throwing. */
final class YamlSection {
    private final String file;
    private final String path;
    private final int line;
    private final Map<String, Node> entries = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> problems;

    YamlSection(String file, String path, Node node, List<String> problems) {
        this.file = file;
        this.path = path;
        this.line = lineOf(node);
        this.problems = problems;
        if (!(node instanceof MappingNode mapping)) {
            problem(line, path, "must be a mapping of names to values");
            return;
        }
        mapping.getValue().forEach(tuple -> {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
            if (entries.put(key, tuple.getValueNode()) != null) {
                problem(lineOf(tuple.getKeyNode()), at(key), "stands there twice");
            }
            lines.put(key, lineOf(tuple.getKeyNode()));
        });
    }

    /** Every name of the section, for those whose names are free. */
    List<String> names() {
        asked.addAll(entries.keySet());
        return List.copyOf(entries.keySet());
    }

    boolean has(String key) {
        asked.add(key);
        return entries.containsKey(key);
    }

    YamlSection section(String key) {
        Node node = required(key);
        return node == null ? null : new YamlSection(file, at(key), node, problems);
    }

    String text(String key) {
        Node node = required(key);
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        if (node != null) {
            problem(key, "must be a single value");
        }
        return "";
    }

    double number(String key) {
        String text = text(key);
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException ignored) {
            // Said below, together with numbers that are not finite.
        }
        if (entries.containsKey(key)) {
            problem(key, "must be a number: " + text);
        }
        return 0;
    }

    int whole(String key) {
        double value = number(key);
        if (value != Math.rint(value) || Math.abs(value) > 1e9) {
            problem(key, "must be a whole number: " + value);
        }
        return (int) value;
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        if (required(key) instanceof SequenceNode sequence) {
            for (Node node : sequence.getValue()) {
                if (node instanceof ScalarNode scalar) {
                    texts.add(scalar.getValue());
                } else {
                    problem(lineOf(node), at(key), "must hold single values only");
                }
            }
        } else if (entries.containsKey(key)) {
            problem(key, "must be a list");
        }
        return texts;
    }

    void problem(String key, String what) {
        problem(lines.getOrDefault(key, line), at(key), what);
    }

    /** Call when everything was asked for: what remains is unknown. */
    void finish() {
        for (String key : entries.keySet()) {
            if (!asked.contains(key)) {
                problem(key, "is unknown" + Nearest.hint(key, asked));
            }
        }
    }

    private Node required(String key) {
        asked.add(key);
        Node node = entries.get(key);
        if (node == null) {
            problem(line, at(key), "is missing");
        }
        return node;
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private void problem(int atLine, String where, String what) {
        problems.add(file + ":" + atLine + ": " + where + " " + what);
    }

    private static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
