package gavel.auction.website;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Few scripts made of many modules, so that a page asks for one file and not for each of them, one after the other's imports. Every module
 * becomes a function of its own, after those it imports. What a script has, a later one finds in a variable all of them know.
 *
 * <p>It understands modules as they are written here and by Preact: imports and exports by name, and no circles. Anything else is refused.
 */
final class Bundle {
    private static final Pattern IMPORT = Pattern.compile("import ?\\{([^}]*)} ?from ?\"([^\"]+)\";");
    private static final Pattern EXPORTED = Pattern.compile("(?m)^export ((?:async )?(?:function|const|class) (\\w+))");
    private static final Pattern EXPORTS = Pattern.compile("export ?\\{([^}]*)};");
    private static final Pattern LEFT = Pattern.compile("(?m)^\\s*(?:import|export)\\b.*|\\bimport\\(.*");
    private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");

    private static final String KNOWN = "globalThis.$modules";

    private final Map<String, String> modules;
    private final Map<String, String> named;
    private final Map<String, String> done = new LinkedHashMap<>();
    private final Deque<String> under = new ArrayDeque<>();

    private Bundle(Map<String, String> modules, Map<String, String> named) {
        this.modules = modules;
        this.named = named;
    }

    /**
     * The scripts that do what these modules do, to be run in this order; what an earlier one has is not in a later one.
     *
     * @param modules text by path
     * @param named paths of the modules that are imported by a name instead of a path
     */
    static List<String> of(List<String> firsts, Map<String, String> modules, Map<String, String> named) {
        Bundle bundle = new Bundle(modules, named);
        List<String> scripts = new ArrayList<>();
        for (String first : firsts) {
            Set<String> before = new LinkedHashSet<>(bundle.done.keySet());
            bundle.add(first);
            StringBuilder script = new StringBuilder();
            if (!before.isEmpty()) {
                script.append("const ").append(variables(before)).append(" = " + KNOWN + ";\n");
            }
            bundle.done.forEach((path, function) -> script.append(before.contains(path) ? "" : function));
            if (firsts.size() > 1) {
                script.append(KNOWN + " = ")
                        .append(variables(bundle.done.keySet()))
                        .append(";\n");
            }
            scripts.add(script.toString());
        }
        return scripts;
    }

    private static String variables(Set<String> paths) {
        return paths.stream().map(Bundle::variable).collect(Collectors.joining(", ", "{", "}"));
    }

    private void add(String path) {
        if (done.containsKey(path)) {
            return;
        }
        String text = modules.get(path);
        if (text == null || under.contains(path)) {
            throw new IllegalStateException(
                    (text == null ? "no such module: " : "a circle of imports: ") + path + ", imported by " + under);
        }
        under.push(path);
        String body = IMPORT.matcher(text).replaceAll(found -> {
            String imported = imported(path, found.group(2));
            add(imported);
            return Matcher.quoteReplacement(
                    "const {" + found.group(1).replace(" as ", ": ") + "} = " + variable(imported) + ";");
        });
        done.put(path, function(path, body));
        under.pop();
    }

    private String imported(String from, String name) {
        return named.containsKey(name)
                ? named.get(name)
                : URI.create(from).resolve(name).toString();
    }

    private static String function(String path, String text) {
        List<String> exports = new ArrayList<>();
        String body = EXPORTED.matcher(text).replaceAll(found -> {
            exports.add(found.group(2));
            return Matcher.quoteReplacement(found.group(1));
        });
        body = EXPORTS.matcher(body).replaceAll(found -> {
            for (String export : found.group(1).split(",")) {
                String[] names = export.strip().split(" as ");
                exports.add(names.length == 1 ? names[0] : names[1] + ": " + names[0]);
            }
            return "";
        });
        body = SOURCE_MAP.matcher(body).replaceAll("");
        Matcher left = LEFT.matcher(body);
        if (left.find()) {
            throw new IllegalStateException("not understood in " + path + ": " + left.group());
        }
        return "// " + path + "\nconst " + variable(path) + " = (() => {\n" + body + "\nreturn {"
                + String.join(", ", exports) + "};\n})();\n";
    }

    private static String variable(String path) {
        return "$" + path.replaceAll("\\W", "_");
    }
}
