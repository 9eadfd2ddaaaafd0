package gavel.harness.platform.compose;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * The Compose file of one deployment: what its containers are made of, which grows as they are started, and which Compose can run without Gavel.
 * A second file is the same without health checks and order, for a deployment that Gavel starts in its own order and measures. Any thread may use it.
 */
final class ComposeFile {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .disable(YAMLWriteFeature.SPLIT_LINES)
            .build();
    private static final String SERVICES = "services";
    private static final String STAGE = "gavel.stage";
    private static final String HEAD = """
            # Containers of a Gavel deployment, written by it: their addresses, limits, files and order. Files and data are in hosts/, each with
            # the user of its container. In this directory `docker compose up -d` and `docker compose down` start and remove them without Gavel.
            """;

    private final Project project;

    ComposeFile(Project project) {
        this.project = project;
    }

    boolean exists() {
        return Files.exists(project.file());
    }

    /** @param subnet first three numbers of a network that is free on this machine */
    synchronized void create(String subnet) throws IOException {
        Map<String, Object> network = new LinkedHashMap<>();
        network.put("name", project.name());
        network.put("ipam", Map.of("config", List.of(Map.of("subnet", subnet + ".0/24"))));
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(SERVICES, new LinkedHashMap<>());
        root.put("networks", new LinkedHashMap<>(Map.of("default", network)));
        // For commands that do not name the project.
        WholeFile.put(project.directory().resolve(".env"), "COMPOSE_PROJECT_NAME=" + project.name() + "\n", false);
        write(root);
    }

    /** First three numbers of its network. */
    String subnet() {
        Map<?, ?> network = (Map<?, ?>) ((Map<?, ?>) read().get("networks")).get("default");
        List<?> configurations = (List<?>) ((Map<?, ?>) network.get("ipam")).get("config");
        String subnet = (String) ((Map<?, ?>) configurations.getFirst()).get("subnet");
        return subnet.replaceFirst("\\.0/24$", "");
    }

    /** Adds a service, or another one of the name. Where it has a stage, it waits for those of earlier stages. */
    synchronized void put(String name, Map<String, Object> service) throws IOException {
        Map<String, Object> root = read();
        Map<String, Object> services = services(root);
        services.put(name, escaped(waiting(service, services, name)));
        write(root);
    }

    /** As it stands in the file. */
    String text(String name) {
        return YAML.writeValueAsString(services(read()).get(name));
    }

    private static Map<String, Object> waiting(Map<String, Object> service, Map<String, Object> services, String name) {
        int stage = stage(service);
        Map<String, Object> needs = new LinkedHashMap<>();
        services.forEach((other, value) -> {
            Map<?, ?> known = (Map<?, ?>) value;
            if (!other.equals(name) && stage(known) < stage) {
                needs.put(
                        other,
                        Map.of("condition", known.containsKey("healthcheck") ? "service_healthy" : "service_started"));
            }
        });
        Map<String, Object> waiting = new LinkedHashMap<>(service);
        if (!needs.isEmpty()) {
            waiting.put("depends_on", needs);
        }
        return waiting;
    }

    /** A tool comes before and after everything. */
    private static int stage(Map<?, ?> service) {
        Object labels = service.get("labels");
        Object stage = labels instanceof Map<?, ?> known ? known.get(STAGE) : null;
        return stage == null ? Integer.MAX_VALUE : Integer.parseInt(stage.toString());
    }

    /** What Compose would else take for a variable. */
    private static Object escaped(Object value) {
        return switch (value) {
            case String text -> text.replace("$", "$$");
            case List<?> list -> list.stream().map(ComposeFile::escaped).toList();
            case Map<?, ?> map -> {
                Map<Object, Object> all = new LinkedHashMap<>();
                map.forEach((key, each) -> all.put(key, escaped(each)));
                yield all;
            }
            default -> value;
        };
    }

    private void write(Map<String, Object> root) throws IOException {
        WholeFile.put(project.file(), HEAD + YAML.writeValueAsString(root), false);
        Map<String, Object> quiet = new LinkedHashMap<>();
        services(root).forEach((name, service) -> {
            Map<Object, Object> silent = new LinkedHashMap<>((Map<?, ?>) service);
            silent.keySet().removeAll(List.of("healthcheck", "depends_on"));
            quiet.put(name, silent);
        });
        Map<String, Object> measured = new LinkedHashMap<>(root);
        measured.put(SERVICES, quiet);
        WholeFile.put(project.measured(), YAML.writeValueAsString(measured), false);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> services(Map<String, Object> root) {
        return (Map<String, Object>) root.get(SERVICES);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> read() {
        try {
            Map<String, Object> root = YAML.readValue(project.file().toFile(), LinkedHashMap.class);
            if (root.get(SERVICES) instanceof Map<?, ?>) {
                return root;
            }
        } catch (JacksonException | ClassCastException | NullPointerException damaged) {
            throw new EnvironmentException(project.file() + " cannot be read, and is needed: " + damaged, damaged);
        }
        throw new EnvironmentException(project.file() + " has no services, and is needed");
    }
}
