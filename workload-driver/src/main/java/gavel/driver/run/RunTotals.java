package gavel.driver.run;

import gavel.driver.record.Counts;
import gavel.driver.user.LoopSnapshot;
import gavel.driver.user.MixTally;
import gavel.driver.user.UserTally;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The snapshots of all loops as one. */
record RunTotals(
        Counts counts,
        UserTally tally,
        MixTally mix,
        Map<String, Long> http,
        int present,
        long newsPairs,
        long newsLate) {

    static RunTotals of(List<LoopSnapshot> loops) {
        Counts counts = loops.getFirst().counts();
        UserTally tally = new UserTally();
        MixTally mix = new MixTally();
        Map<String, Long> http = new TreeMap<>();
        int present = 0;
        long pairs = 0;
        long late = 0;
        for (LoopSnapshot loop : loops) {
            counts = loop == loops.getFirst() ? counts : counts.plus(loop.counts());
            tally.add(loop.tally());
            mix.add(loop.mix());
            loop.http().forEach((name, count) -> http.merge(name, count, Long::sum));
            present += loop.present();
            pairs += loop.newsPairs();
            late += loop.newsLate();
        }
        return new RunTotals(counts, tally, mix, http, present, pairs, late);
    }

    long http(String name) {
        return http.getOrDefault(name, 0L);
    }
}
