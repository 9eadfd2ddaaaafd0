package gavel.harness.platform.kubernetes;

import gavel.harness.platform.container.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A cluster that runs every pod at once, on two nodes in turn, unless a test says otherwise; it remembers what it was asked. */
final class FakeKubectl implements Shell {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern FIELD = Pattern.compile("\\G(?:^|,)(?:\"((?:[^\"]|\"\")*)\"|([^\",]*))");
    private final List<String> diary = new ArrayList<>();
    private final Map<String, Said> answers = new LinkedHashMap<>();
    final Map<String, JsonNode> objects = new LinkedHashMap<>();
    private final Map<String, ObjectNode> states = new LinkedHashMap<>();
    /** Of pods by their names: each keeps its node and address, and another that takes its place has others. */
    private final Map<String, Integer> numbers = new HashMap<>();

    private int latest = 100;
    /** Is told of the pods of a StatefulSet that are deleted, by their names. */
    Consumer<String> deleted = _ -> {};

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
        if (words.contains(" kube-root-ca.crt ")) {
            return good("uid of bench in prod");
        }
        if (words.contains(" get configmaps ")) {
            return good(objects.values().stream().anyMatch(FakeKubectl::owner) ? "uid-1" : "");
        }
        if (words.contains(" get pods ")) {
            return good(pods());
        }
        if (words.contains(" get horizontalpodautoscalers")) {
            return good(scaled());
        }
        if (words.contains(" get statefulsets") && words.contains("--ignore-not-found")) {
            return good(set().isPresent() ? "statefulset.apps/" + command.get(command.indexOf("get") + 2) : "");
        }
        if (words.contains(" get statefulsets")) {
            return good(Integer.toString(replicas()));
        }
        if (words.contains(" scale statefulsets")) {
            ((ObjectNode) set().orElseThrow().path("spec"))
                    .put("replicas", Integer.parseInt(words.replaceFirst(".*--replicas=", "")));
            return good("");
        }
        if (words.contains(" delete ")) {
            delete(words, command);
            return good("");
        }
        if (words.contains(" create ")) {
            command.stream().filter(word -> word.startsWith("--filename=")).forEach(word -> files(
                            word.substring("--filename=".length()))
                    .forEach(this::create));
            return good("uid-1");
        }
        return bad("error: unknown command: " + words);
    }

    private void delete(String words, List<String> command) {
        if (words.contains("--selector=")) {
            objects.clear();
        } else if (words.contains(" horizontalpodautoscalers")) {
            objects.keySet().removeIf(name -> name.startsWith("hpa "));
        } else {
            // What a StatefulSet makes is no object here, and another comes in its place.
            command.stream()
                    .filter(word -> set().isPresent()
                            && word.startsWith(
                                    set().orElseThrow().at("/metadata/name").asString() + "-"))
                    .forEach(pod -> {
                        numbers.put(pod, ++latest);
                        deleted.accept(pod);
                    });
            objects.values()
                    .removeIf(object -> object.path("kind").asString("").equals("Pod")
                            && command.contains(object.at("/metadata/name").asString()));
        }
    }

    private Optional<JsonNode> set() {
        return objects.values().stream()
                .filter(object -> object.path("kind").asString("").equals("StatefulSet"))
                .findFirst();
    }

    /** How many pods its StatefulSet is to have; 0 without one. */
    int replicas() {
        return set().map(set -> set.at("/spec/replicas").asInt()).orElse(0);
    }

    /** Each autoscaler has its figures, and the StatefulSet is as it was made. */
    private String scaled() {
        ObjectNode list = JSON.createObjectNode();
        ArrayNode items = list.putArray("items");
        objects.forEach((name, object) -> {
            if (name.startsWith("hpa ")) {
                ObjectNode scaler = ((ObjectNode) object).deepCopy();
                scaler.set("status", JSON.readTree("""
                        {"conditions": [{"type": "ScalingActive", "status": "True"}]}"""));
                items.add(scaler);
            }
        });
        set().ifPresent(items::add);
        return list.toString();
    }

    private static boolean owner(JsonNode object) {
        return object.path("kind").asString("").equals("ConfigMap");
    }

    /** Commas between them, or each in quotes. */
    private static List<Path> files(String csv) {
        List<Path> files = new ArrayList<>();
        int end = 0;
        for (Matcher field = FIELD.matcher(csv); field.find(); end = field.end()) {
            files.add(Path.of(
                    field.group(1) == null ? field.group(2) : field.group(1).replace("\"\"", "\"")));
        }
        if (end < csv.length()) {
            throw new IllegalArgumentException("no CSV: " + csv);
        }
        return files;
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
        boolean scaler = object.path("kind").asString("").equals("HorizontalPodAutoscaler");
        objects.put((scaler ? "hpa " : "") + object.at("/metadata/name").asString(), object);
    }

    private String pods() {
        ArrayNode items = JSON.createArrayNode();
        objects.values().stream()
                .filter(object -> object.path("kind").asString("").equals("Pod"))
                .forEach(pod -> told(
                        ((ObjectNode) pod).deepCopy(),
                        pod.at("/metadata/labels/gavel.host").asString(),
                        items));
        for (int i = 0; i < replicas(); i++) {
            String name = set().orElseThrow().at("/metadata/name").asString() + "-" + i;
            ObjectNode pod = ((ObjectNode) set().orElseThrow().at("/spec/template")).deepCopy();
            ((ObjectNode) pod.path("metadata")).put("name", name);
            ((ObjectNode) pod.at("/metadata/labels")).put("statefulset.kubernetes.io/pod-name", name);
            told(pod, "app" + (i + 1), items);
        }
        ObjectNode list = JSON.createObjectNode();
        list.set("items", items);
        return list.toString();
    }

    /** Of the pod that has the name now. */
    synchronized String address(String pod) {
        return "10.244.1." + numbers.get(pod);
    }

    private void told(ObjectNode pod, String host, ArrayNode items) {
        int number = numbers.computeIfAbsent(pod.at("/metadata/name").asString(), _ -> numbers.size() + 1);
        ((ObjectNode) pod.path("metadata")).put("uid", "uid of pod " + number);
        ((ObjectNode) pod.path("spec")).put("nodeName", "node" + (1 + number % 2));
        pod.set("status", states.getOrDefault(host, running(number)));
        items.add(pod);
    }

    private static ObjectNode running(int number) {
        return (ObjectNode) JSON.readTree("""
                {"phase": "Running", "podIP": "10.244.1.%s", "containerStatuses": [{"state": {"running": {}}}]}
                """.formatted(number));
    }
}
