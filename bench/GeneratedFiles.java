import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Everything that was generated for one deployment, for {@code bench/generated-files.sh}: RUN-DIRECTORY TARGET. Follows the recorded processes
 * until the file {@code TARGET.stop} appears; then writes each command line with its environment, and each file with its mode. What differs between two deployments
 * of the same configuration is replaced by a name: ports, secrets, keys, paths, pids, networks.
 */
final class GeneratedFiles {
    private static final JsonMapper JSON = new JsonMapper();
    /** What a process is for some milliseconds before it is what was asked for. */
    private static final Set<String> WRAPPERS = Set.of("setsid", "nsenter", "unshare", "setpriv", "nice", "jspawnhelper");
    /** They end within milliseconds, so that now and then one is not seen. */
    private static final Pattern SHORT_LIVED = Pattern.compile(".*-check|certificates|rabbitmq-control|nfs-.*");

    private final Path run;
    private final Path target;
    private final Map<String, Set<String>> commands = new TreeMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    private GeneratedFiles(Path run, Path target) {
        this.run = run;
        this.target = target;
    }

    public static void main(String[] arguments) throws Exception {
        GeneratedFiles files = new GeneratedFiles(Path.of(arguments[0]).toAbsolutePath(), Path.of(arguments[1]).toAbsolutePath());
        Path stop = Path.of(arguments[1] + ".stop");
        Map<String, String> seen = new TreeMap<>();
        while (!Files.exists(stop)) {
            files.look(seen);
            Thread.sleep(20);
        }
        files.look(seen);
        seen.forEach((process, text) -> files.commands.computeIfAbsent(process.replaceFirst(" \\d+$", ""), _ -> new TreeSet<>()).add(text));
        files.write();
    }

    /** The last that a process was is what it was started as. */
    private void look(Map<String, String> seen) throws IOException {
        Path records = run.resolve("processes");
        if (!Files.isDirectory(records)) {
            return;
        }
        try (Stream<Path> all = Files.list(records)) {
            for (Path file : all.filter(each -> each.toString().endsWith(".json")).toList()) {
                try {
                    JsonNode entry = JSON.readTree(file.toFile());
                    String name = entry.path("name").asString();
                    Path process = Path.of("/proc", entry.path("pid").asString());
                    List<String> command = zeroSeparated(process.resolve("cmdline"));
                    if (!command.isEmpty() && !SHORT_LIVED.matcher(name).matches() && !wrapper(command)) {
                        seen.put(name + " " + entry.path("pid").asString(), described(entry, command, zeroSeparated(process.resolve("environ"))));
                    }
                } catch (IOException | RuntimeException gone) {
                    // It has ended between two looks.
                }
            }
        }
    }

    private static boolean wrapper(List<String> command) {
        String program = Path.of(command.getFirst()).getFileName().toString();
        return WRAPPERS.contains(program) && !command.contains("keepalived") || program.equals("sh") && command.contains("enter");
    }

    private static String described(JsonNode entry, List<String> command, List<String> environment) {
        Set<String> inherited = System.getenv().entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).collect(Collectors.toSet());
        return "tier " + entry.path("tier").asString() + "\nhost " + entry.path("host").asString() + "\nsignal " + entry.path("signal").asString()
                + "\n  " + String.join("\n  ", sorted(command)) + "\n"
                + environment.stream().filter(each -> !inherited.contains(each) && !each.matches("(_|PG_GRANDPARENT_PID|SHLVL)=.*")).sorted().map(each -> "  env " + each + "\n").collect(Collectors.joining());
    }

    private static List<String> zeroSeparated(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return text.isEmpty() ? List.of() : List.of(text.split("\0"));
    }

    private void write() throws IOException {
        findNames();
        Files.createDirectories(target.resolve("commands"));
        for (Map.Entry<String, Set<String>> command : commands.entrySet()) {
            Set<String> different = command.getValue().stream().map(this::normal).collect(Collectors.toCollection(TreeSet::new));
            Files.writeString(target.resolve("commands").resolve(command.getKey()), String.join("--\n", different));
        }
        List<Path> files = new ArrayList<>();
        for (String part : List.of("settings", "data")) {
            try (Stream<Path> all = Files.walk(run.resolve(part), part.equals("data") ? 4 : 9)) {
                all.filter(file -> part.equals("settings") ? Files.isRegularFile(file) : file.getFileName().toString().equals(".erlang.cookie")).forEach(files::add);
            }
        }
        files.sort(Comparator.naturalOrder());
        StringBuilder modes = new StringBuilder();
        for (Path file : files) {
            String name = run.relativize(file).toString();
            modes.append(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).append(' ').append(name).append('\n');
            if (!name.endsWith(".p12") && !name.endsWith("-state.json")) {
                Path copy = target.resolve("files").resolve(name);
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, normal(sorted(name, Files.readString(file))));
            }
        }
        try (Stream<Path> kept = Files.list(run.resolve("data"))) {
            kept.sorted().forEach(directory -> modes.append("data of ").append(directory.getFileName()).append('\n'));
        }
        Files.writeString(target.resolve("modes"), modes);
    }

    /** What has no order in a file is sorted. */
    private static String sorted(String name, String text) {
        ObjectMapper mapper = name.endsWith(".json") ? JSON : name.endsWith(".yaml") ? new YAMLMapper() : null;
        return mapper == null
                ? text
                : mapper.rebuild()
                        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, SerializationFeature.INDENT_OUTPUT)
                        .build()
                        .writeValueAsString(mapper.readValue(text, Object.class));
    }

    /** Settings on a command line have no order either. */
    private static List<String> sorted(List<String> command) {
        List<String> sorted = new ArrayList<>(command);
        List<String> settings = new ArrayList<>();
        for (int i = sorted.size() - 2; i >= 0; i--) {
            if (sorted.get(i).equals("-c") && sorted.get(i + 1).contains("=")) {
                settings.add("-c " + sorted.remove(i + 1));
                sorted.remove(i);
            }
        }
        settings.sort(null);
        sorted.addAll(settings);
        return sorted;
    }

    private void findNames() throws IOException {
        JsonNode secrets = JSON.readTree(run.resolve("secrets.json").toFile());
        secrets.properties().forEach(secret -> {
            String value = secret.getValue().asString();
            names.put(value, "<" + secret.getKey() + ">");
            for (int i = 1; i <= 9; i++) {
                String key = "gavel-web-%06d".formatted(i) + value;
                names.put(Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.US_ASCII)), "<key " + i + " of " + secret.getKey() + ">");
            }
        });
        names.put(run.toString(), "<run>");
        names.put(run.getFileName().toString(), "<name>");
        names.put(run.getParent().getParent().toString(), "<home>");
        ports("", JSON.readTree(run.resolve("deployment.json").toFile()).path("ports"));
    }

    private void ports(String path, JsonNode node) {
        if (node.isNumber()) {
            names.put(node.asString(), "<port" + path + ">");
        }
        node.properties().forEach(each -> ports(path + " " + each.getKey(), each.getValue()));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            ports(path + " " + (i + 1), node.get(i));
        }
    }

    private String normal(String text) {
        String normal = text;
        for (Map.Entry<String, String> name : names.entrySet()) {
            normal = name.getKey().matches("\\d+")
                    ? normal.replaceAll("(?<!\\d)" + name.getKey() + "(?!\\d)", Matcher.quoteReplacement(name.getValue()))
                    : normal.replace(name.getKey(), name.getValue());
        }
        return normal.replaceAll("\\b10\\.2\\d\\d\\.\\d{1,3}\\.", "<network>.")
                .replaceAll("\\b[0-9a-f]{64}\\b", "<digest>")
                .replaceAll("/results/\\d{8}-\\d{6}-", "/results/<time>-")
                .replaceAll("[^ =:\"\n]*/\\.build/embedded-database", "<database>")
                .replaceAll("(?s)(-----BEGIN [A-Z ]+-----).*?(-----END)", "$1\n<key>\n$2")
                .replaceAll("[^ =:\"\n]*/\\.build/(last|\\d{8}-\\d{6}-\\d+)/", "<build>/");
    }
}
