package gavel.auction.dataset.plan;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random streams by seed, purpose and id, so that any part of a set can be made on its own and in any order. */
public enum Draws {
    ACCOUNT,
    AUCTION,
    ITEM,
    PAST_BIDDING,
    RUNNING_BIDDING,
    PICTURE,
    SCENE,
    LOOK;

    public RandomGenerator of(long seed, long id) {
        long mixed = mix(mix(mix(seed) + ordinal()) + id);
        return new SplittableRandom(mixed);
    }

    /** The finaliser of MurmurHash3 with the constants of Stafford's mix 13. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
