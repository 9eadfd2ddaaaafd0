package gavel.harness.platform;

import java.util.List;

/**
 * What became of a deployment that was to be removed.
 *
 * @param remarks what the user should know
 * @param left of it on hosts that could not be reached; the run directory of this machine stays as long as there is something, so that the next
 *     attempt knows of it
 */
public record Removal(List<String> remarks, List<HostRemains> left) {
    public Removal {
        remarks = List.copyOf(remarks);
        left = List.copyOf(left);
    }

    public boolean complete() {
        return left.isEmpty();
    }
}
