package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.ssh.SshPlatform;
import gavel.harness.topology.FileSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Pods of application servers, which come and go while others stay. Without a StatefulSet all of them stay. */
final class Replicas {
    private final Cluster cluster;
    private final ClusterMemory memory;
    private final SshPlatform pods;
    private final Duration patience;
    /** What could not be had of pods that are gone. */
    private final List<String> remarks = new CopyOnWriteArrayList<>();

    private volatile boolean autoscaled;
    /** Whether no autoscaler is left of another command. */
    private volatile boolean alone;

    /** @param patience for pods to run */
    Replicas(Cluster cluster, ClusterMemory memory, SshPlatform pods, Duration patience) {
        this.cluster = cluster;
        this.memory = memory;
        this.pods = pods;
        this.patience = patience;
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** Waits for the pods of some hosts, and remembers them beside those that are known. */
    List<Pod> addressed(Map<String, String> known, List<String> hosts) throws InterruptedException {
        List<Pod> running = cluster.awaitRunning(hosts, patience);
        Map<String, String> addresses = new HashMap<>(known);
        running.forEach(pod -> addresses.put(pod.host(), pod.address()));
        memory.addressed(addresses);
        return running;
    }

    /**
     * Of hosts those that pods are waited for. A StatefulSet may have more than were made or admitted: those nobody has waited for may find no room.
     */
    List<String> due(List<String> hosts) throws InterruptedException {
        if (!cluster.replicated()) {
            return hosts;
        }
        int there = cluster.replicas();
        Set<String> known = memory.addresses().keySet();
        return hosts.stream()
                .filter(host -> !cluster.objects().replica(host)
                        || PodObjects.index(host) < there && (known.isEmpty() || known.contains(host)))
                .toList();
    }

    /** Takes away the autoscaler of a command that was killed: nobody else may change the number of pods. */
    void takeOver() throws InterruptedException {
        if (cluster.replicated() && !alone) {
            cluster.dropAutoscaler();
            alone = true;
        }
    }

    /** Where an autoscaler decides, it has asked for them already. */
    void admit(List<String> hosts) throws InterruptedException {
        if (!cluster.replicated()) {
            return;
        }
        takeOver();
        int needed = 1 + hosts.stream().mapToInt(PodObjects::index).max().orElse(0);
        if (!autoscaled && cluster.replicas() < needed) {
            cluster.scale(needed);
        }
        join(hosts);
    }

    private void join(List<String> hosts) throws InterruptedException {
        addressed(memory.addresses(), hosts);
        pods.join(hosts);
    }

    /** Those too whose pods nobody has waited for. */
    void dismiss(List<String> hosts) throws InterruptedException {
        if (!cluster.replicated() || hosts.isEmpty()) {
            return;
        }
        takeOver();
        Set<String> known = memory.addresses().keySet();
        remarks.addAll(pods.leave(hosts.stream().filter(known::contains).toList()));
        int left = hosts.stream().mapToInt(PodObjects::index).min().orElseThrow();
        int there = autoscaled ? 0 : cluster.replicas();
        if (there > left) {
            cluster.scale(left);
        }
        cluster.end(hosts.stream()
                .filter(host -> autoscaled || known.contains(host) || PodObjects.index(host) < there)
                .toList());
        Map<String, String> addresses = new HashMap<>(memory.addresses());
        addresses.keySet().removeAll(hosts);
        memory.addressed(addresses);
    }

    /** From now on its pod is ready, and an autoscaler counts what that takes. */
    void serves(String host) {
        if (!cluster.replicated() || !cluster.objects().replica(host)) {
            return;
        }
        try {
            pods.write(host, FileSpec.open(PodObjects.SERVING, ""));
        } catch (IOException e) {
            throw new EnvironmentException(
                    "host " + host + ": that its server is ready cannot be written down: " + e, e);
        }
    }

    /** Until its StatefulSet has made another, the former address stands for it. */
    void takeAway(String host) throws InterruptedException {
        if (!cluster.replicated() || !cluster.objects().replica(host)) {
            throw new EnvironmentException("host " + host
                    + ": nothing makes its pod again, as it is none of a StatefulSet (kubernetes.statefulSet)");
        }
        cluster.lose(host, pods.ended(host));
        remarks.add("host " + host + ": what was logged there before its pod was deleted is missing");
    }

    void bringBack(String host) throws InterruptedException {
        join(List.of(host));
    }

    Autoscaler autoscaler(Autoscaler.Wish wish) {
        if (!cluster.replicated()) {
            throw new EnvironmentException("an autoscaler needs a StatefulSet (kubernetes.statefulSet)");
        }
        Uninterrupted.run(this::takeOver);
        // A command that was killed may have started one and not waited for it.
        memory.addresses().keySet().forEach(this::serves);
        Autoscaler scaler;
        try {
            scaler = cluster.autoscaler(wish);
        } catch (IOException e) {
            throw new EnvironmentException("the autoscaler cannot be written down: " + e, e);
        }
        autoscaled = true;
        return new Autoscaler() {
            @Override
            public Word now() throws IOException {
                return scaler.now();
            }

            @Override
            public void close() {
                scaler.close();
                autoscaled = false;
                // It may have asked for more than there was time to make use of.
                int used = (int) memory.addresses().keySet().stream()
                        .filter(cluster.objects()::replica)
                        .count();
                Uninterrupted.run(() -> {
                    if (cluster.replicas() > used) {
                        cluster.scale(used);
                    }
                });
            }
        };
    }
}
