package gavel.auction.dataset.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How the bidding for one lot goes when users of profile {@code liveauction} attend. Each has a ceiling of the starting price times
 * exp(N(1, 0.5)), and bids about every {@value #SECONDS_BETWEEN_BIDS} s while the minimum is within it and he does not lead.
 */
final class BiddingModel {
    /** A draw each 5 s, a bid in 15 % of them, and a quarter of these in the other auction that the bidder attends. */
    private static final double SECONDS_BETWEEN_BIDS = 5 / 0.15 / 0.75;

    private static final int LOTS_LOOKED_AT = 6;

    private final LotTiming timing;

    BiddingModel(LotTiming timing) {
        this.timing = timing;
    }

    /**
     * A bid of a lot's life.
     *
     * @param bidder index of the attendee
     */
    record Step(long afterMillis, int bidder, long cents) {}

    /** A lot from opening to hammer. */
    record Life(List<Step> steps, long lengthMillis) {
        /** What has happened when the lot has been open for so long. */
        List<Step> until(long ageMillis) {
            return steps.stream().filter(step -> step.afterMillis <= ageMillis).toList();
        }
    }

    /** A life seen at some moment. */
    record MidLife(List<Step> steps, long ageMillis) {
        long silentMillis() {
            return steps.isEmpty() ? ageMillis : ageMillis - steps.getLast().afterMillis;
        }
    }

    /**
     * A running auction seen at a moment of the given part of a lot's life. Lots that take longer are met more often, so the life is drawn
     * from several in a row by its length. The last part is last call whatever its share of a life is: a set of any size sells something in
     * the first minute.
     *
     * @param part from 0
     * @param parts as many as there are auctions, so that their ages are spread evenly
     */
    MidLife observe(long startCents, int attendees, int part, int parts, RandomGenerator random) {
        Life life = met(startCents, attendees, random);
        long closing = timing.closeMillis() - timing.lastCallMillis();
        long from = part == parts - 1 ? life.lengthMillis - closing : life.lengthMillis * part / parts;
        long to = Math.max(from + 1, life.lengthMillis * (part + 1) / parts);
        long moment = random.nextLong(from, to);
        return new MidLife(life.until(moment), moment);
    }

    private Life met(long startCents, int attendees, RandomGenerator random) {
        List<Life> lives = new ArrayList<>();
        long total = 0;
        for (int lot = 0; lot < LOTS_LOOKED_AT; lot++) {
            Life life = live(startCents, attendees, random);
            lives.add(life);
            total += life.lengthMillis;
        }
        long moment = random.nextLong(total);
        for (Life life : lives) {
            if (moment < life.lengthMillis) {
                return life;
            }
            moment -= life.lengthMillis;
        }
        throw new IllegalStateException("a moment beyond the last life: " + moment);
    }

    Life live(long startCents, int attendees, RandomGenerator random) {
        double[] ceilings = random.doubles(attendees)
                .map(ignored -> startCents * Math.exp(random.nextGaussian(1, 0.5)))
                .toArray();
        List<Step> steps = new ArrayList<>();
        long now = 0;
        long minimum = startCents;
        int leader = -1;
        while (true) {
            int[] willing = willing(ceilings, minimum, leader);
            double pause = willing.length == 0
                    ? Double.POSITIVE_INFINITY
                    : -Math.log1p(-random.nextDouble()) * 1000 * SECONDS_BETWEEN_BIDS / willing.length;
            if (pause >= timing.closeMillis()) {
                return new Life(List.copyOf(steps), now + timing.closeMillis());
            }
            now += 1 + (long) pause;
            leader = willing[random.nextInt(willing.length)];
            long wish = Price.drawBid(minimum, steps.isEmpty() ? startCents : steps.getLast().cents, random);
            long cents = Math.max(minimum, Math.min(wish, (long) ceilings[leader]));
            steps.add(new Step(now, leader, cents));
            minimum = Price.minimumAfter(cents);
        }
    }

    private static int[] willing(double[] ceilings, long minimum, int leader) {
        int[] found = new int[ceilings.length];
        int count = 0;
        for (int attendee = 0; attendee < ceilings.length; attendee++) {
            if (attendee != leader && ceilings[attendee] >= minimum) {
                found[count++] = attendee;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
