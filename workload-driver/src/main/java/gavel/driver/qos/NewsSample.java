package gavel.driver.qos;

import java.util.List;

/**
 * Pairs of an accepted bid and a follower who should have heard of it.
 *
 * @param late in ten-second batches of the bid's intended start; undelivered ones count as late
 * @param lateService the same, counted from the first write of the bid
 */
public record NewsSample(long limitMillis, List<Batch> late, List<Batch> lateService, long undelivered) {
    public NewsSample {
        late = List.copyOf(late);
        lateService = List.copyOf(lateService);
    }
}
