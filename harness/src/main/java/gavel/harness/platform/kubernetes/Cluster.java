package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.local.host.WholeFile;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * The objects of one deployment in its cluster: made, found by their label, and deleted. The files they were made from stay in the run directory.
 *
 * @param file of the pods
 */
record Cluster(Kubectl kubectl, PodObjects objects, Path file, Timekeeper time) {
    private static final Duration DELETION = Duration.ofSeconds(90);
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .disable(YAMLWriteFeature.SPLIT_LINES)
            .build();

    /**
     * Makes what is not there yet.
     *
     * @throws EnvironmentException in the cluster's words where it refuses something; then it has nothing of what is new
     */
    void make(List<PodPlan> plans) throws IOException {
        String known = kubectl.said(
                "get", "configmaps", objects.name(), "--ignore-not-found", "--output=jsonpath={.metadata.uid}");
        boolean another = known.isBlank();
        String uid = another ? owner() : known;
        Set<String> there = another ? Set.of() : pods().stream().map(Pod::host).collect(Collectors.toSet());
        List<PodPlan> missing =
                plans.stream().filter(plan -> !there.contains(plan.host())).toList();
        if (missing.isEmpty()) {
            return;
        }
        WholeFile.put(file, YAML.writeValueAsString(objects.pods(plans, uid.strip())), false);
        Path more = another ? file : file.resolveSibling("kubernetes-more.yaml");
        WholeFile.put(more, YAML.writeValueAsString(objects.pods(missing, uid.strip())), false);
        try {
            kubectl.said("create", "--filename=" + more);
        } catch (EnvironmentException refused) {
            if (another) {
                delete();
            }
            throw refused;
        }
    }

    private String owner() throws IOException {
        Path owner = file.resolveSibling("kubernetes-owner.yaml");
        WholeFile.put(owner, YAML.writeValueAsString(objects.owner()), false);
        return kubectl.said("create", "--filename=" + owner, "--output=jsonpath={.metadata.uid}");
    }

    /** @throws EnvironmentException where the cluster cannot be asked */
    List<Pod> pods() {
        return Pod.read(kubectl.said("get", "pods", "--selector=" + objects.selector(), "--output=json"));
    }

    /**
     * Waits until all of them run.
     *
     * @throws EnvironmentException that names each that does not, and why
     */
    List<Pod> awaitRunning(int count, Duration patience) throws InterruptedException {
        AtomicReference<List<Pod>> seen = new AtomicReference<>(List.of());
        boolean decided = time.await(
                () -> {
                    seen.set(pods());
                    return ready(seen.get(), count) || seen.get().stream().anyMatch(Pod::hopeless);
                },
                patience);
        if (decided && ready(seen.get(), count)) {
            return seen.get();
        }
        List<String> problems = seen.get().stream()
                .filter(pod -> !pod.running())
                .map(pod -> "host " + pod.host() + " (pod " + pod.name() + "): "
                        + (pod.trouble().isEmpty() ? "it does not run yet" : pod.trouble()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (seen.get().size() < count) {
            problems.add(count + " are wanted, there are " + seen.get().size());
        }
        throw new EnvironmentException(
                (decided ? "pods cannot run" : "pods do not run after " + patience.toSeconds() + " s") + " ("
                        + kubectl.place() + "; kubernetes.*)"
                        + (problems.isEmpty() ? "" : ": " + problems.getFirst()),
                problems,
                null);
    }

    private static boolean ready(List<Pod> pods, int count) {
        return pods.size() == count
                && pods.stream().allMatch(pod -> pod.running() && !pod.address().isEmpty());
    }

    /** What is wrong with the pods of these hosts, by their names; nothing where the cluster does not say. */
    Map<String, String> troubles(List<String> hosts) {
        List<Pod> known;
        try {
            known = pods();
        } catch (EnvironmentException unreachable) {
            return Map.of();
        }
        Map<String, String> troubles = new TreeMap<>();
        hosts.forEach(host -> troubles.put(host, "it was deleted"));
        known.forEach(pod -> troubles.put(pod.host(), pod.trouble()));
        troubles.values().removeIf(String::isEmpty);
        return troubles;
    }

    /**
     * Deletes everything of the deployment, and returns when its pods are gone. Safe to call twice, and not interrupted.
     *
     * @throws EnvironmentException where that cannot be done
     */
    void delete() {
        kubectl.said(
                "delete",
                "configmaps,pods",
                "--selector=" + objects.selector(),
                "--ignore-not-found",
                "--wait=false",
                "--grace-period=1");
        boolean interrupted = Thread.interrupted();
        try {
            if (!time.await(() -> pods().isEmpty(), DELETION)) {
                throw new EnvironmentException(
                        "pods are still there " + DELETION.toSeconds() + " s after they were deleted: "
                                + pods().stream().map(Pod::name).collect(Collectors.joining(", ")) + " ("
                                + kubectl.place() + ")");
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
