package gavel.harness.run.peak;

import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.pair.Side;
import java.util.List;

/**
 * What a comparison of two configurations by their peaks is asked to do.
 *
 * @param first whose data set is made for as many users as the second's
 * @param search whose probes are those of both together
 * @param differences settings that differ, each {@code path: first / second}
 * @param id of the result; null for a new one
 * @param resume whether that result's comparison was interrupted and goes on
 */
public record PairRequest(
        PeakRequest first,
        PeakRequest second,
        SearchSettings search,
        List<String> differences,
        String id,
        boolean resume) {
    public PairRequest {
        differences = List.copyOf(differences);
        if (first.setUsers() != second.setUsers()) {
            throw new IllegalArgumentException("both data sets are made for the same users");
        }
        first.requireTime();
    }

    PeakRequest side(Side side) {
        return side == Side.FIRST ? first : second;
    }
}
