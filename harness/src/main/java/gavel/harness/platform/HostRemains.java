package gavel.harness.platform;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What one host holds of a deployment.
 *
 * @param host its name; empty for this machine
 * @param unreachable why it could not be asked, in words; empty where it answered. Then the rest is what this machine remembers of it
 * @param processes recorded there, running or not
 * @param directory of the deployment there; empty where there is none any more
 */
public record HostRemains(String host, String unreachable, List<Recorded> processes, String directory) {
    public HostRemains {
        processes = List.copyOf(processes);
    }

    /**
     * A process that was started for the deployment.
     *
     * @param alive whether it runs; where its host cannot be asked, that it ran when it could
     * @param log on its host
     */
    public record Recorded(String name, String tier, long pid, boolean alive, String log) {}

    /** In one line, of a host that could not be asked. */
    public String line() {
        String held = processes.stream()
                .filter(Recorded::alive)
                .map(process -> process.name() + " (pid " + process.pid() + ")")
                .collect(Collectors.joining(", "));
        return "host " + host + " cannot be reached (" + unreachable + "): it still holds "
                + (held.isEmpty() ? "" : held + " and ") + directory;
    }

    public boolean reachable() {
        return unreachable.isEmpty();
    }
}
