package gavel.harness.platform.kubernetes;

import gavel.harness.platform.ssh.KnownFile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What the run directory remembers of a deployment's objects in a cluster, so that they are found again whatever became of its configuration. */
final class ClusterMemory {
    private static final int RANDOM_BYTES = 5;
    private final KnownFile<Known> file;
    private Known known;
    private boolean begun;

    /**
     * @param name of its objects, unlike those of any other deployment
     * @param context of the kubeconfig; null where there is none
     * @param namespace null where there is no kubeconfig
     * @param addresses of pods, by their hosts
     * @param replicated whether there is a StatefulSet; null for no
     * @param identity of the namespace in its cluster, whatever they are called; null where it is not known
     */
    record Known(
            String name,
            String context,
            String namespace,
            Map<String, String> addresses,
            Boolean replicated,
            String identity) {
        Known {
            Objects.requireNonNull(name, "it names none of its objects");
            addresses = addresses == null ? Map.of() : Map.copyOf(addresses);
            replicated = replicated != null && replicated;
        }

        Known at(Map<String, String> others) {
            return new Known(name, context, namespace, others, replicated, identity);
        }

        Known in(String found) {
            return new Known(name, context, namespace, addresses, replicated, found);
        }
    }

    /**
     * @param place where a deployment begins that is not remembered
     * @param replicated whether that one has a StatefulSet
     */
    ClusterMemory(Path runDirectory, Supplier<Kubectl> place, boolean replicated) {
        this.file = new KnownFile<>(file(runDirectory), Known.class, "what the cluster holds");
        Known remembered = file.read();
        this.begun = remembered != null;
        this.known = begun ? remembered : beginning(place.get(), replicated);
    }

    private static Known beginning(Kubectl place, boolean replicated) {
        return new Known(name(), place.context(), place.namespace(), Map.of(), replicated, null);
    }

    static Path file(Path runDirectory) {
        return runDirectory.resolve("kubernetes.json");
    }

    private static String name() {
        byte[] id = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(id);
        return "gavel-" + HexFormat.of().formatHex(id);
    }

    synchronized Known known() {
        return known;
    }

    /** Whether the cluster may hold something of it. */
    synchronized boolean begun() {
        return begun;
    }

    /**
     * Written down before anything is made.
     *
     * @param identity of the place where it begins; empty where it is not known
     */
    synchronized void begin(Supplier<String> identity) {
        if (!begun) {
            String found = identity.get();
            save(known.in(found.isEmpty() ? null : found));
            begun = true;
        }
    }

    /** Of pods, by their hosts; those that have none yet are not among them. */
    synchronized Map<String, String> addresses() {
        return known.addresses();
    }

    synchronized void addressed(Map<String, String> addresses) {
        save(known.at(new TreeMap<>(addresses)));
    }

    private void save(Known next) {
        known = next;
        file.write(next);
    }
}
