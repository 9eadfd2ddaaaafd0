package gavel.harness.platform.compose;

import gavel.harness.platform.container.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A Docker and a Compose that remember what they were asked, and whose containers are one process of this machine: the test's. */
final class FakeDocker implements Shell {
    private final List<String> diary = new ArrayList<>();
    private final Map<String, Said> answers = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> containers = new LinkedHashMap<>();
    private final TreeSet<String> ended = new TreeSet<>();
    private Project project;

    FakeDocker of(Project its) {
        project = its;
        return this;
    }

    /** What a command whose words begin like that gets, the last one said first. */
    void answers(String words, Said said) {
        answers.put(words, said);
    }

    static Said good(String out) {
        return new Said(0, out, List.of());
    }

    static Said bad(String... errors) {
        return new Said(1, "", List.of(errors));
    }

    List<String> diary() {
        return diary;
    }

    /** A container of that name is there. */
    void container(String instance, String tier, String host) {
        containers.put(instance, Map.of("tier", tier, "host", host));
    }

    void ended(String instance) {
        ended.add(instance);
    }

    @Override
    public Said say(Duration longest, List<String> command) {
        String words = String.join(" ", command);
        diary.add(words);
        return answers.entrySet().stream()
                .filter(answer -> words.startsWith(answer.getKey()))
                .reduce((_, last) -> last)
                .map(Map.Entry::getValue)
                .orElseGet(() -> usual(command));
    }

    private Said usual(List<String> command) {
        String words = String.join(" ", command);
        String last = command.getLast();
        if (words.equals("docker compose version --short")) {
            return good("2.40.3\n");
        }
        if (words.startsWith("docker compose")) {
            containers.putIfAbsent(last, Map.of("tier", "appServers", "host", "app1"));
            return good("");
        }
        if (words.startsWith("docker ps")) {
            return good(String.join("\n", containers.keySet()));
        }
        if (words.startsWith("docker rm") || words.startsWith("docker stop")) {
            command.forEach(word -> containers.keySet().removeIf(one -> word.endsWith("-" + one)));
            return good("");
        }
        if (words.startsWith("docker container inspect")) {
            List<String> all = containers.keySet().stream()
                    .filter(one -> command.stream().anyMatch(word -> word.equals(one) || word.endsWith("-" + one)))
                    .map(this::json)
                    .toList();
            return all.isEmpty() ? bad("Error: No such container: " + last) : good(all.toString());
        }
        return good("");
    }

    private String json(String instance) {
        boolean running = !ended.contains(instance);
        return """
                {"Name": "/%s", "Image": "sha256:abc", "Config": {"Image": "gavel/app:1", "Labels": {"gavel.instance": "%s",
                 "gavel.tier": "%s", "gavel.host": "%s"}}, "HostConfig": {"Memory": 641728512},
                 "State": {"Running": %s, "Pid": %s, "ExitCode": %s, "OOMKilled": %s}}""".formatted(
                        project.container(instance),
                        instance,
                        containers.get(instance).get("tier"),
                        containers.get(instance).get("host"),
                        running,
                        running ? ProcessHandle.current().pid() : 0,
                        running ? 0 : 137,
                        !running);
    }
}
