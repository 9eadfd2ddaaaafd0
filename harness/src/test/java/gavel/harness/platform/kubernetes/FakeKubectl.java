package gavel.harness.platform.kubernetes;

import gavel.harness.platform.container.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A cluster that runs every pod at once, on two nodes in turn, unless a test says otherwise; it remembers what it was asked. */
final class FakeKubectl implements Shell {
    private static final JsonMapper JSON = new JsonMapper();
    private final List<String> diary = new ArrayList<>();
    private final Map<String, Said> answers = new LinkedHashMap<>();
    final Map<String, JsonNode> objects = new LinkedHashMap<>();
    private final Map<String, ObjectNode> states = new LinkedHashMap<>();

    static Said good(String out) {
        return new Said(0, out, List.of());
    }

    static Said bad(String... errors) {
        return new Said(1, "", List.of(errors));
    }

    /** What a command gets in which these words are, the last one said first; null for what it gets else. */
    void answers(String words, Said said) {
        answers.put(words, said);
    }

    List<String> diary() {
        return diary;
    }

    /** What the cluster says of the pod of a host, in place of that it runs. */
    void state(String host, String status) {
        states.put(host, (ObjectNode) JSON.readTree(status));
    }

    @Override
    public synchronized Said say(Duration longest, List<String> command) {
        String words = String.join(" ", command);
        diary.add(words);
        return answers.entrySet().stream()
                .filter(answer -> answer.getValue() != null && words.contains(answer.getKey()))
                .reduce((_, last) -> last)
                .map(Map.Entry::getValue)
                .orElseGet(() -> usual(words, command));
    }

    private Said usual(String words, List<String> command) {
        if (words.contains(" auth can-i ")) {
            return good("yes\n");
        }
        if (words.contains(" get configmaps ")) {
            return good(objects.values().stream().anyMatch(FakeKubectl::owner) ? "uid-1" : "");
        }
        if (words.contains(" get pods ")) {
            return good(pods());
        }
        if (words.contains(" delete ")) {
            objects.clear();
            return good("");
        }
        if (words.contains(" create ")) {
            command.stream()
                    .filter(word -> word.startsWith("--filename="))
                    .forEach(word -> create(Path.of(word.substring("--filename=".length()))));
            return good("uid-1");
        }
        return bad("error: unknown command: " + words);
    }

    private static boolean owner(JsonNode object) {
        return object.path("kind").asString("").equals("ConfigMap");
    }

    private void create(Path file) {
        try {
            JsonNode read = new YAMLMapper().readTree(Files.readString(file));
            if (read.has("items")) {
                read.path("items").forEach(this::add);
            } else {
                add(read);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(JsonNode object) {
        objects.put(object.at("/metadata/name").asString(), object);
    }

    private String pods() {
        ArrayNode items = JSON.createArrayNode();
        objects.values().stream().filter(object -> !owner(object)).forEach(pod -> {
            ObjectNode told = ((ObjectNode) pod).deepCopy();
            String host = pod.at("/metadata/labels/gavel.host").asString();
            int number = items.size() + 1;
            ((ObjectNode) told.path("spec")).put("nodeName", "node" + (1 + number % 2));
            told.set("status", states.getOrDefault(host, running(number)));
            items.add(told);
        });
        ObjectNode list = JSON.createObjectNode();
        list.set("items", items);
        return list.toString();
    }

    private static ObjectNode running(int number) {
        return (ObjectNode) JSON.readTree("""
                {"phase": "Running", "podIP": "10.244.1.%s", "containerStatuses": [{"state": {"running": {}}}]}
                """.formatted(number));
    }
}
