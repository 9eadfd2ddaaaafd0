package gavel.driver.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The wanted fields of a body, by path: {@code lot.price}, {@code items[].id}, {@code [].id} at the root of an array. The
 * position in the list is the number the {@link JsonHandler} is called with. Everything else is skipped. Immutable and shared.
 */
public final class JsonFields {
    private final List<String> paths;
    private final int[] ofBody;
    private final Node root = new Node();

    private JsonFields(List<String> paths) {
        this.paths = paths;
        this.ofBody = IntStream.range(0, paths.size())
                .filter(field ->
                        paths.get(field).indexOf('.') < 0 && paths.get(field).indexOf('[') < 0)
                .toArray();
        for (int field = 0; field < paths.size(); field++) {
            root.add(paths.get(field), field);
        }
    }

    public static JsonFields of(String... paths) {
        return new JsonFields(List.of(paths));
    }

    public String path(int field) {
        return paths.get(field);
    }

    /** Which of them are of the body itself, not of its parts. */
    public int ofBody(int index) {
        return ofBody[index];
    }

    public int countOfBody() {
        return ofBody.length;
    }

    public int size() {
        return paths.size();
    }

    Node root() {
        return root;
    }

    /** One place in the tree of wanted paths. */
    static final class Node {
        static final int NONE = -1;
        private final Map<String, Node> byName = new LinkedHashMap<>();
        private byte[][] names = {};
        private Node[] children = {};
        Node element;
        int field = NONE;

        private void add(String path, int number) {
            if (path.isEmpty()) {
                field = number;
            } else if (path.startsWith("[]")) {
                element = element == null ? new Node() : element;
                element.add(path.startsWith("[].") ? path.substring(3) : path.substring(2), number);
            } else {
                int end = 0;
                while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
                    end++;
                }
                String rest = path.substring(end);
                Node child = byName.computeIfAbsent(path.substring(0, end), this::child);
                child.add(rest.startsWith(".") ? rest.substring(1) : rest, number);
            }
        }

        private Node child(String name) {
            Node made = new Node();
            int count = names.length;
            names = java.util.Arrays.copyOf(names, count + 1);
            children = java.util.Arrays.copyOf(children, count + 1);
            names[count] = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            children[count] = made;
            return made;
        }

        Node named(byte[] name, int length) {
            for (int i = 0; i < names.length; i++) {
                if (names[i].length == length && java.util.Arrays.equals(names[i], 0, length, name, 0, length)) {
                    return children[i];
                }
            }
            return null;
        }
    }
}
