package gavel.driver.user;

import gavel.driver.record.Counts;
import java.util.Map;

/** Everything one loop has counted, copied on its thread so that others may read it. */
public record LoopSnapshot(
        Counts counts,
        UserTally tally,
        MixTally mix,
        Map<String, Long> http,
        int present,
        long newsPairs,
        long newsLate) {
    public LoopSnapshot {
        http = Map.copyOf(http);
    }
}
