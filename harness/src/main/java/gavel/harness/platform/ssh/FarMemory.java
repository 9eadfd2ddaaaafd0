package gavel.harness.platform.ssh;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains.Recorded;
import gavel.harness.platform.local.host.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What this machine remembers of a deployment's other machines, so that it can say what they hold when they cannot be asked. Any thread may
 * use it.
 */
final class FarMemory {
    private static final JsonMapper JSON = new JsonMapper();
    private final Path file;
    private Known known;

    /**
     * @param deployment its name on far machines
     * @param holding processes of each machine that was prepared
     */
    record Known(String deployment, Map<String, List<Recorded>> holding) {}

    FarMemory(Path runDirectory) {
        this.file = runDirectory.resolve("machines.json");
        this.known = read();
    }

    private Known read() {
        try {
            return Files.exists(file) ? JSON.readValue(file.toFile(), Known.class) : null;
        } catch (JacksonException e) {
            throw new EnvironmentException(
                    file + " cannot be read, so it is not known what other machines hold: " + e.getOriginalMessage(),
                    e);
        }
    }

    /** The name of the deployment on far machines, which is unlike that of any other; made when it is needed first. */
    synchronized String deployment() {
        if (known == null) {
            byte[] id = new byte[6];
            new SecureRandom().nextBytes(id);
            save(new Known(file.getParent().getFileName() + "-" + HexFormat.of().formatHex(id), Map.of()));
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
        try {
            WholeFile.put(file, JSON.writeValueAsString(next), false);
        } catch (IOException e) {
            throw new EnvironmentException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
