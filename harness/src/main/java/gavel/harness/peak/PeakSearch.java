package gavel.harness.peak;

import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.Step.Purpose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Decides at how many users to measure next and when enough is known: climb, bracket, confirm, repeat the first level. Pure but for its
 * own memory: the same answers in the same order lead to the same questions, so an interrupted search continues by telling it again what
 * was found. One thread.
 */
public final class PeakSearch {
    /** Valid ones after which a search may be over. */
    public static final int FEWEST_PROBES = 8;

    private static final int INVALID_IN_A_ROW = 3;
    /** A posterior so many times as wide as wanted is still bracketing. */
    private static final double STILL_BRACKETING = 3;
    /** Deviations beside the middle, where the curve's slope is learned without losing much about its place. */
    private static final double BESIDE = 1;
    /** Of the steps away from a climb that turns out to have been wrong. */
    private static final double STRIDE = 1.5;
    /** Largest figures over their limits at which one probe at the edge of what is allowed settles it. */
    private static final double CLEARLY_PASSES = 0.5;

    private static final double CLEARLY_FAILS = 2;

    private final SearchSettings settings;
    private final Room room;
    private final int top;
    private final List<Probe> probes = new ArrayList<>();
    private final List<Integer> sides = new ArrayList<>();
    private final Random random;
    private KneeFit fit;
    private Climb climb;
    private Purpose lastWanted;
    private boolean repeated;
    private boolean resumed;

    public PeakSearch(SearchSettings settings) {
        this(settings, Room.enough());
    }

    /** @param room of the machine, whatever is allowed */
    public PeakSearch(SearchSettings settings, Room room) {
        this.settings = settings;
        this.top = Math.clamp(room.users(), settings.from(), settings.most());
        this.room = room.atLeast(top);
        this.random = new Random(settings.seed());
    }

    public void climbed(Climb result) {
        climb = result;
        fit = KneeFit.of(climb, probes, KneeFit.LAPSE);
    }

    /** After an interruption: what made measurements invalid may have been mended. */
    public void resumed() {
        resumed = true;
    }

    public void probed(Probe probe, Purpose purpose) {
        resumed = false;
        probes.add(probe);
        fit = KneeFit.of(climb, probes, KneeFit.LAPSE);
        lastWanted = purpose == Purpose.AGAIN ? lastWanted : purpose;
        repeated |= lastWanted == Purpose.REPEAT && probe.valid();
    }

    /** In their order. */
    public List<Probe> probes() {
        return List.copyOf(probes);
    }

    /** Whether enough probes came near their limits to tell if the system changed meanwhile. */
    public boolean driftKnown() {
        return Drift.of(probes) != Drift.UNKNOWN;
    }

    /** Best knowledge so far; null before the climb. */
    public Peak peak() {
        return fit == null ? null : fit.peak();
    }

    /** Best knowledge of the knee of one side of a pair, from its climb and probes. */
    public static Peak fitted(Climb climb, List<Probe> probes) {
        return KneeFit.of(climb, probes, KneeFit.LAPSE_OF_PAIRS).peak();
    }

    /** @param affordable further probes there is time for */
    public Step next(int affordable) {
        if (climb == null) {
            return new Step.Ascend(settings.from(), top);
        }
        int left = Math.min(affordable, settings.probes() - probes.size());
        if (invalidInARow() >= INVALID_IN_A_ROW && !resumed) {
            return new Step.Done(Conclusion.invalid(INVALID_IN_A_ROW + " measurements in a row were invalid"));
        }
        if (left <= 0 || enough()) {
            return new Step.Done(conclusion());
        }
        if (invalidInARow() > 0) {
            return new Step.Measure(allowed(probes.getLast().users()), Purpose.AGAIN);
        }
        return beyondReach() ? atTheEdge() : within(left);
    }

    private Step within(int left) {
        Peak known = fit.peak();
        if (!bothSides()) {
            return new Step.Measure(
                    allowed(beyondTheClimb(left == 1 ? otherSide(known) : known.middle())), Purpose.BRACKET);
        }
        boolean narrow = known.width() <= settings.width() && valid() >= FEWEST_PROBES - 1;
        if (!repeated && (narrow || left == 1)) {
            return firstLevel()
                    .<Step>map(level -> new Step.Measure(level.users(), Purpose.REPEAT))
                    .orElseGet(() -> new Step.Done(conclusion()));
        }
        if (known.width() > STILL_BRACKETING * settings.width()) {
            return new Step.Measure(allowed(known.middle()), Purpose.BRACKET);
        }
        double aside = side() * BESIDE * fit.sigma();
        return new Step.Measure(allowed(known.middle() * Math.exp(aside)), Purpose.CONFIRM);
    }

    /**
     * For the last probe there is time for, where all say the same. A level at the middle says so again every other time, and then there is
     * no number but a bound.
     */
    private double otherSide(Peak known) {
        if (highestPass() == null && lowestFail() == null) {
            return known.middle();
        }
        return highestPass() == null ? known.lower() : known.upper();
    }

    /**
     * A system that was cold, or was slowed down from outside, breaks a climb far below its knee. Where probes contradict the climb again
     * and again, its word counts less and less: each stride is half as long again as the one before.
     */
    private double beyondTheClimb(double middle) {
        Probe pass = highestPass();
        Probe fail = lowestFail();
        if (pass != null && !climb.reachedTheEnd() && pass.users() >= climb.bad()) {
            return Math.max(middle, pass.users() * Math.pow(STRIDE, valid(probe -> probe.users() >= climb.bad()) - 1));
        }
        if (fail != null && fail.users() <= climb.good()) {
            return Math.min(middle, fail.users() / Math.pow(STRIDE, valid(probe -> probe.users() <= climb.good()) - 1));
        }
        return middle;
    }

    private long valid(Predicate<Probe> which) {
        return probes.stream().filter(Probe::valid).filter(which).count();
    }

    private boolean enough() {
        return repeated && valid() >= FEWEST_PROBES && fit.peak().width() <= settings.width();
    }

    /** In random order, each of below, at and above the middle once in three. */
    private int side() {
        if (sides.isEmpty()) {
            sides.addAll(List.of(-1, 0, 1));
            Collections.shuffle(sides, random);
        }
        return sides.removeLast();
    }

    private int allowed(double users) {
        return (int) Math.clamp(Math.round(users), settings.from(), top);
    }

    private boolean beyondReach() {
        Probe fail = lowestFail();
        Probe pass = highestPass();
        return climb.reachedTheEnd() && fail == null
                || onlyAtTheEdge(top, pass, fail)
                || onlyAtTheEdge(settings.from(), fail, pass)
                || fit.peak().middle() > top && fail == null
                || fit.peak().middle() < settings.from() && pass == null;
    }

    /** Whether the same came out there twice, and nothing else anywhere. */
    private boolean onlyAtTheEdge(int edge, Probe out, Probe other) {
        return out != null && other == null && out.users() == edge && valid(probe -> probe.users() == edge) > 1;
    }

    private Step atTheEdge() {
        boolean high = lowestFail() == null && (climb.reachedTheEnd() || highestPass() != null)
                || fit.peak().middle() > top;
        int edge = high ? top : settings.from();
        if (!known(edge)) {
            return new Step.Measure(edge, Purpose.BRACKET);
        }
        return new Step.Done(
                high
                        ? stillPasses()
                        : new Conclusion(Kind.NONE, null, edge, "even the smallest number of users allowed fails"));
    }

    private Conclusion stillPasses() {
        return top < settings.most()
                ? room.stillPasses()
                : new Conclusion(
                        Kind.AT_LEAST, null, top, "the largest number of users allowed still passes: allow more");
    }

    /** A figure far from its limit says enough at once; near the knee the same number passes once and fails the next time. */
    private boolean known(int edge) {
        List<Probe> asked = probes.stream()
                .filter(probe -> probe.valid() && probe.users() == edge)
                .toList();
        return asked.size() > 1
                || asked.stream().anyMatch(probe -> probe.worst() <= CLEARLY_PASSES || probe.worst() >= CLEARLY_FAILS);
    }

    private Conclusion conclusion() {
        if (valid() == 0) {
            return Conclusion.invalid((probes.isEmpty()
                            ? "the time was used up before the first measurement"
                            : "none of " + probes.size() + " measurements was valid")
                    + "; a climb, which is a rough look only, saw the system "
                    + climb.words());
        }
        Drift drift = Drift.of(probes);
        if (drift.beyond(settings.width())) {
            return Conclusion.invalid(String.format(
                    Locale.ROOT,
                    "the system changed while it was measured: its knee moved by %+.0f %% from the first probe to the last",
                    100 * drift.share()));
        }
        if (!bothSides()) {
            return oneSided();
        }
        return new Conclusion(Kind.FOUND, fit.peak(), 0, reservations());
    }

    /** Near the knee one probe passes or fails by chance, so what two of them say alike is a bound, and what one says is not. */
    private Conclusion oneSided() {
        boolean passed = highestPass() != null;
        List<Integer> levels = probes.stream()
                .filter(Probe::valid)
                .map(Probe::users)
                .sorted(passed ? Comparator.reverseOrder() : Comparator.naturalOrder())
                .toList();
        Probe only = probes.stream().filter(Probe::valid).findFirst().orElseThrow();
        String missing = "the probes or the time were used up before a level that " + (passed ? "fails" : "passes")
                + " was found";
        return levels.size() < 2
                ? Conclusion.invalid(String.format(
                        Locale.ROOT,
                        "only one measurement was valid, %,d users %s, and %s",
                        only.users(),
                        passed ? "passed" : "failed",
                        missing))
                : new Conclusion(passed ? Kind.AT_LEAST : Kind.NONE, null, levels.get(1), missing);
    }

    private String reservations() {
        List<String> reservations = new ArrayList<>();
        double width = fit.peak().width();
        if (width > settings.width()) {
            reservations.add(String.format(
                    Locale.ROOT,
                    "the interval is %.1f %% wide, not %.1f: the probes or the time were used up",
                    100 * width,
                    100 * settings.width()));
        }
        if (!repeated) {
            reservations.add(
                    "there was no time or room to repeat the first level, so it is not known whether the system changed meanwhile");
        }
        return String.join("; ", reservations);
    }

    private int invalidInARow() {
        int count = 0;
        while (count < probes.size() && !probes.get(probes.size() - 1 - count).valid()) {
            count++;
        }
        return count;
    }

    private long valid() {
        return valid(_ -> true);
    }

    /**
     * The first that tells something when it is repeated: an overload looks the same whether the system changed or not. A search that went on
     * may have room for fewer than it began with; empty where it has none for any of them.
     */
    private Optional<Probe> firstLevel() {
        return probes.stream()
                .filter(probe -> probe.valid() && !Drift.overload(probe) && probe.users() <= top)
                .findFirst();
    }

    private boolean bothSides() {
        return highestPass() != null && lowestFail() != null;
    }

    private Probe highestPass() {
        return probes.stream()
                .filter(Probe::passed)
                .max((a, b) -> Integer.compare(a.users(), b.users()))
                .orElse(null);
    }

    private Probe lowestFail() {
        return probes.stream()
                .filter(probe -> probe.outcome() == Probe.Outcome.FAIL)
                .min((a, b) -> Integer.compare(a.users(), b.users()))
                .orElse(null);
    }
}
