package gavel.harness.platform.ssh;

import gavel.harness.platform.HostRemains.Recorded;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What this machine remembers of a deployment's other machines, so that it can say what they hold when they cannot be asked. Any thread may
 * use it.
 */
final class FarMemory {
    private final KnownFile<Known> file;
    private Known known;

    /**
     * @param deployment its name on far machines
     * @param holding processes of each machine that was prepared
     */
    record Known(String deployment, Map<String, List<Recorded>> holding) {
        Known {
            Objects.requireNonNull(deployment, "it names no deployment");
            holding = Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(holding)));
        }
    }

    FarMemory(Path runDirectory) {
        this.file = new KnownFile<>(runDirectory.resolve("machines.json"), Known.class, "what other machines hold");
        this.known = file.read();
    }

    /** The name of the deployment on far machines, which is unlike that of any other; made when it is needed first. */
    synchronized String deployment() {
        if (known == null) {
            byte[] id = new byte[6];
            new SecureRandom().nextBytes(id);
            save(new Known(
                    file.file().getParent().getFileName() + "-" + HexFormat.of().formatHex(id), Map.of()));
        }
        return known.deployment();
    }

    /** Machines that may hold something. */
    synchronized List<String> machines() {
        return known == null ? List.of() : List.copyOf(known.holding().keySet());
    }

    synchronized List<Recorded> holding(String machine) {
        return known == null ? List.of() : known.holding().getOrDefault(machine, List.of());
    }

    synchronized void prepared(String machine) {
        deployment();
        Map<String, List<Recorded>> holding = new TreeMap<>(known.holding());
        holding.putIfAbsent(machine, List.of());
        save(new Known(known.deployment(), holding));
    }

    synchronized void runs(String machine, Recorded process) {
        deployment();
        Map<String, List<Recorded>> holding = new TreeMap<>(known.holding());
        Map<String, Recorded> byName = new LinkedHashMap<>();
        holding.getOrDefault(machine, List.of()).forEach(each -> byName.put(each.name(), each));
        byName.put(process.name(), process);
        holding.put(machine, List.copyOf(byName.values()));
        save(new Known(known.deployment(), holding));
    }

    synchronized void removed(String machine) {
        if (known != null) {
            Map<String, List<Recorded>> holding = new TreeMap<>(known.holding());
            holding.remove(machine);
            save(new Known(known.deployment(), holding));
        }
    }

    private void save(Known next) {
        known = next;
        file.write(next);
    }
}
