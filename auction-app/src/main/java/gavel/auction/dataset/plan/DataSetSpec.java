package gavel.auction.dataset.plan;

import java.time.Instant;
import java.util.Locale;

/**
 * Everything a data set follows from: two loads with equal specifications make equal sets.
 *
 * @param users simulated users the set is made for
 * @param loadedAt the instant past and future are relative to, whole milliseconds
 * @param staggeredAt the instant the running lots were opened in mid-life for: of the load, then of the last reset
 */
public record DataSetSpec(
        int users, long seed, ImageProfile images, LotTiming timing, Instant loadedAt, Instant staggeredAt) {

    /** Sizes of the full images. */
    public enum ImageProfile {
        /** 30 to 60 KB. */
        SMALL,
        /** 400 to 900 KB. */
        PHOTO;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DataSetSpec {
        if (users < 1 || users > 10_000_000) {
            throw new IllegalArgumentException("users must be within 1..10000000: " + users);
        }
        if (staggeredAt.isBefore(loadedAt)) {
            throw new IllegalArgumentException("staggeredAt must not be before loadedAt: " + staggeredAt);
        }
    }

    public DataSetSize size() {
        return DataSetSize.of(users);
    }

    public DataSetSpec staggeredAt(Instant instant) {
        return new DataSetSpec(users, seed, images, timing, loadedAt, instant);
    }
}
