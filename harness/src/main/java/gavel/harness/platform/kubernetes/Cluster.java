package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.WholeFile;
import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.container.Shell;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * The objects of one deployment in its cluster: made, found by their label, and deleted. The files they were made from stay in the run directory.
 *
 * @param file of the pods
 * @param replicated whether it has a StatefulSet
 */
record Cluster(Kubectl kubectl, PodObjects objects, Path file, Timekeeper time, boolean replicated) {
    private static final Duration DELETION = Duration.ofSeconds(90);
    /** An API server is started again within that. */
    private static final Duration AWAY = Duration.ofSeconds(45);

    /** Each look starts a process. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private static final String DELETED = "it was deleted";
    /** Events of a scheduler, of taints, and of what takes nodes away, as they delete a pod. */
    private static final List<String> DELETIONS = List.of("Preempted", "TaintManagerEviction", "ScaleDown", "Evicted");

    private static final String SETS = "statefulsets.apps";
    private static final String SCALERS = "horizontalpodautoscalers.autoscaling";
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .disable(YAMLWriteFeature.SPLIT_LINES)
            .build();

    /**
     * Makes what is not there yet.
     *
     * @throws EnvironmentException in the cluster's words where it refuses something; then it has nothing of what is new
     */
    void make(List<PodPlan> plans, int replicas) throws IOException {
        String known = uid();
        boolean another = known.isEmpty();
        String uid = another ? owner() : known;
        Set<String> there = another ? Set.of() : provided(plans);
        List<PodPlan> missing =
                plans.stream().filter(plan -> !there.contains(plan.host())).toList();
        if (missing.isEmpty()) {
            return;
        }
        WholeFile.put(file, YAML.writeValueAsString(objects.pods(plans, uid, replicas)), false);
        Path more = another ? file : file.resolveSibling("kubernetes-more.yaml");
        WholeFile.put(more, YAML.writeValueAsString(objects.pods(missing, uid, replicas)), false);
        try {
            kubectl.said("create", Kubectl.file(more));
        } catch (EnvironmentException refused) {
            if (another) {
                delete();
            }
            throw refused;
        }
    }

    /** Hosts that need no new pod. A command that was killed as it made them may not have come to the StatefulSet, which is the last. */
    private Set<String> provided(List<PodPlan> plans) {
        boolean set = replicated
                && !kubectl.said("get", SETS, objects.set(), "--ignore-not-found", "--output=name")
                        .isBlank();
        Set<String> there = pods().stream().map(Pod::host).collect(Collectors.toSet());
        plans.stream()
                .map(PodPlan::host)
                .filter(host -> set && objects.replica(host))
                .forEach(there::add);
        return there;
    }

    /** Of the owner; empty where there is none. */
    private String uid() {
        return kubectl.said(
                        "get", "configmaps", objects.name(), "--ignore-not-found", "--output=jsonpath={.metadata.uid}")
                .strip();
    }

    private String owner() throws IOException {
        Path owner = file.resolveSibling("kubernetes-owner.yaml");
        WholeFile.put(owner, YAML.writeValueAsString(objects.owner()), false);
        return kubectl.said("create", Kubectl.file(owner), "--output=jsonpath={.metadata.uid}")
                .strip();
    }

    /** A uid of its namespace's own, which no other one has in any cluster; empty where it cannot be had. */
    String identity() {
        Shell.Said said = kubectl.tried(
                "get", "configmaps", "kube-root-ca.crt", "--ignore-not-found", "--output=jsonpath={.metadata.uid}");
        return said.ok() ? said.out().strip() : "";
    }

    /** How many pods the StatefulSet is to have. */
    int replicas() throws InterruptedException {
        return number(told(() -> kubectl.said("get", SETS, objects.set(), "--output=jsonpath={.spec.replicas}")));
    }

    private int number(String said) {
        try {
            return Integer.parseInt(said.strip());
        } catch (NumberFormatException e) {
            throw new EnvironmentException(
                    "the number of pods of " + objects.set() + " is not known: " + said.strip() + " (" + kubectl.place()
                            + ")",
                    e);
        }
    }

    void scale(int replicas) throws InterruptedException {
        insist(() -> kubectl.said("scale", SETS, objects.set(), "--replicas=" + replicas));
    }

    /** Lets pods end that the StatefulSet lets go: nothing runs in them any more, and what they kept is here. */
    void end(List<String> hosts) {
        for (String host : hosts) {
            try {
                kubectl.said(
                        "exec",
                        objects.pod(host),
                        "--container=" + PodObjects.CONTAINER,
                        "--",
                        "touch",
                        PodObjects.LEAVE);
            } catch (EnvironmentException gone) {
                // What is left of its grace ends it.
            }
        }
    }

    /**
     * Deletes the pod of a host, with no more time than a node gives each, and returns when that one is gone: its StatefulSet makes another.
     *
     * @param silent whether nothing answers from it any more
     */
    void lose(String host, BooleanSupplier silent) throws InterruptedException {
        String uid = told(this::pods).stream()
                .filter(pod -> pod.host().equals(host))
                .findFirst()
                .orElseThrow(() -> new EnvironmentException("host " + host + ": there is no pod " + objects.pod(host)))
                .uid();
        // With 0 its object is gone at once, and its node lets it run for as long as it was made with
        // (kubernetes/kubernetes#120449).
        kubectl.said("delete", "pods", objects.pod(host), "--ignore-not-found", "--wait=false", "--grace-period=1");
        if (!await(() -> silent.getAsBoolean() && gone(pod -> pod.uid().equals(uid)), DELETION)) {
            throw new EnvironmentException("pod " + objects.pod(host) + " is still there " + DELETION.toSeconds()
                    + " s after it was deleted (" + kubectl.place() + ")");
        }
    }

    /** The real one, from now until it is closed. */
    Autoscaler autoscaler(Autoscaler.Wish wish) throws IOException {
        Path scaler = file.resolveSibling("kubernetes-autoscaler.yaml");
        WholeFile.put(scaler, YAML.writeValueAsString(objects.autoscaler(wish, uid())), false);
        kubectl.said("create", Kubectl.file(scaler));
        return new Autoscaler() {
            @Override
            public Word now() {
                return PodScaling.read(kubectl.said(
                        "get",
                        "horizontalpodautoscalers.v2.autoscaling," + SETS,
                        "--selector=" + objects.selector(),
                        "--output=json"));
            }

            @Override
            public void close() {
                Uninterrupted.run(Cluster.this::dropAutoscaler);
            }
        };
    }

    /** One that stays would go on changing the number of pods. */
    void dropAutoscaler() throws InterruptedException {
        insist(() -> kubectl.said("delete", SCALERS, objects.set(), "--ignore-not-found", "--wait=true"));
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
    List<Pod> awaitRunning(Collection<String> hosts, Duration patience) throws InterruptedException {
        AtomicReference<List<Pod>> seen = new AtomicReference<>(List.of());
        AtomicReference<EnvironmentException> unknown = new AtomicReference<>();
        boolean decided = await(
                () -> {
                    try {
                        seen.set(pods().stream()
                                .filter(pod -> hosts.contains(pod.host()))
                                .toList());
                        unknown.set(null);
                    } catch (EnvironmentException away) {
                        unknown.set(away);
                        return false;
                    }
                    return ready(seen.get(), hosts) || seen.get().stream().anyMatch(Pod::hopeless);
                },
                patience);
        if (decided && ready(seen.get(), hosts)) {
            return seen.get();
        }
        if (unknown.get() != null) {
            throw unknown.get();
        }
        List<String> problems = seen.get().stream()
                .filter(pod -> !pod.running())
                .map(pod -> "host " + pod.host() + " (pod " + pod.name() + "): "
                        + (pod.trouble().isEmpty() ? "it does not run yet" : pod.trouble() + pulling(pod)))
                .collect(Collectors.toCollection(ArrayList::new));
        List<String> missing = hosts.stream()
                .filter(host -> seen.get().stream().noneMatch(pod -> pod.host().equals(host)))
                .sorted()
                .toList();
        String refusal = missing.stream().anyMatch(objects::replica) ? refusal() : "";
        missing.forEach(host -> problems.add(
                "host " + host + ": there is no pod " + objects.pod(host) + (objects.replica(host) ? refusal : "")));
        throw new EnvironmentException(
                (decided ? "pods cannot run" : "pods do not run after " + patience.toSeconds() + " s") + " ("
                        + kubectl.place() + (decided ? "; " : "; hosts.startWithin, ") + "kubernetes.*)"
                        + (problems.isEmpty() ? "" : ": " + problems.getFirst()),
                problems,
                null);
    }

    /** What the newest event says of pods that the StatefulSet could not make. */
    private String refusal() {
        return kubectl.newestEvent(objects.set(), "FailedCreate", "");
    }

    /** Where it waits before it pulls its image again, a pod itself does not say why that failed, such as for want of rights. */
    private String pulling(Pod pod) {
        return pod.trouble().startsWith("ImagePullBackOff")
                ? kubectl.newestEvent(pod.name(), "Failed", "Failed to pull")
                : "";
    }

    private static boolean ready(List<Pod> pods, Collection<String> hosts) {
        return pods.size() == hosts.size()
                && pods.stream().allMatch(pod -> pod.running() && !pod.address().isEmpty());
    }

    /**
     * What is wrong with the pods of hosts, by their names; nothing where the cluster does not say.
     *
     * @param addresses they had, by their hosts
     */
    Map<String, String> troubles(Map<String, String> addresses) {
        List<Pod> known;
        try {
            known = pods();
        } catch (EnvironmentException unreachable) {
            return Map.of();
        }
        Map<String, String> troubles = new TreeMap<>();
        addresses.keySet().forEach(host -> troubles.put(host, DELETED));
        known.forEach(pod -> troubles.put(pod.host(), pod.trouble()));
        known.stream()
                .filter(pod -> pod.trouble().isEmpty()
                        && addresses.containsKey(pod.host())
                        && !pod.address().equals(addresses.get(pod.host())))
                .forEach(pod -> troubles.put(pod.host(), DELETED + ", and another one came in its place"));
        troubles.values().removeIf(String::isEmpty);
        troubles.replaceAll((host, trouble) -> trouble.startsWith(DELETED) ? trouble + why(host) : trouble);
        return troubles;
    }

    /** Who has deleted a pod, where that one says so. */
    private String why(String host) {
        return DELETIONS.stream()
                .map(reason -> kubectl.newestEvent(objects.pod(host), reason, ""))
                .filter(event -> !event.isEmpty())
                .findFirst()
                .orElse("");
    }

    /**
     * Deletes everything of the deployment, and returns when its pods are gone. Safe to call twice, and not interrupted.
     *
     * @return those that are left, as their nodes do not answer: each node ends its own when it does again
     * @throws EnvironmentException where that cannot be done
     */
    List<Pod> delete() {
        AtomicReference<List<Pod>> left = new AtomicReference<>(List.of());
        Uninterrupted.run(() -> {
            insist(this::ask);
            if (!await(() -> goneOrSilent(left), DELETION)) {
                throw new EnvironmentException(
                        "pods are still there " + DELETION.toSeconds() + " s after they were deleted: "
                                + left.get().stream()
                                        .map(pod -> pod.name() + " on " + pod.node())
                                        .collect(Collectors.joining(", "))
                                + " (" + kubectl.place() + ")");
            }
        });
        return left.get();
    }

    /** A pod that was not ready before its node was lost does not tell: another one of that node may. */
    private boolean goneOrSilent(AtomicReference<List<Pod>> left) {
        try {
            left.set(pods());
        } catch (EnvironmentException away) {
            return false;
        }
        Set<String> silent =
                left.get().stream().filter(Pod::silent).map(Pod::node).collect(Collectors.toSet());
        return left.get().stream().allMatch(pod -> silent.contains(pod.node()));
    }

    private boolean await(BooleanSupplier condition, Duration patience) throws InterruptedException {
        Instant end = time.instant().plus(patience);
        while (!condition.getAsBoolean()) {
            if (time.instant().isAfter(end)) {
                return false;
            }
            time.pause(LOOK);
        }
        return true;
    }

    private boolean gone(Predicate<Pod> which) {
        try {
            return pods().stream().noneMatch(which);
        } catch (EnvironmentException away) {
            return false;
        }
    }

    /** What makes pods goes first, so that none comes in place of one that is deleted. */
    private void ask() {
        // The set's own deletion of its pods, with their whole grace, may come before this one.
        end(pods().stream()
                .filter(pod -> !pod.silent())
                .map(Pod::host)
                .filter(objects::replica)
                .toList());
        kubectl.said(
                "delete",
                (replicated ? SCALERS + "," + SETS + "," : "") + "configmaps,pods",
                "--selector=" + objects.selector(),
                "--ignore-not-found",
                "--wait=false",
                "--grace-period=1");
    }

    /** Where the cluster is away, it is waited for. */
    private <T> T told(Supplier<T> request) throws InterruptedException {
        AtomicReference<T> answer = new AtomicReference<>();
        AtomicReference<EnvironmentException> refusal = new AtomicReference<>();
        boolean done = await(
                () -> {
                    try {
                        answer.set(request.get());
                        refusal.set(null);
                    } catch (EnvironmentException refused) {
                        refusal.set(refused);
                    }
                    return refusal.get() == null || refusal.get().getMessage().contains("(Forbidden)");
                },
                AWAY);
        if (!done || refusal.get() != null) {
            throw refusal.get();
        }
        return answer.get();
    }

    /** The same where there is no answer. */
    private void insist(Runnable request) throws InterruptedException {
        told(() -> {
            request.run();
            return "";
        });
    }
}
