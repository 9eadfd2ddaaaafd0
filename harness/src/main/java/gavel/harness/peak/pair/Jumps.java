package gavel.harness.peak.pair;

import gavel.harness.peak.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether figures jump at the knees, so that they tell no distance to them. Pure.
 *
 * @param made so far, of both sides
 */
record Jumps(List<Measured> made) {
    /** Where fewer of the passes, or of the fails, tell a distance, figures jump at the knee. */
    private static final double TELL = 0.25;

    /** Fewer passes and fails of one side may be far from its knee by chance: its climb was wrong, or the machine has changed. */
    private static final int FEWEST_ALIKE = 3;

    /** At both knees. */
    boolean everywhere() {
        return tellNothing(made, true, 1) || tellNothing(made, false, 1);
    }

    boolean of(Side side) {
        return tellNothing(its(side), true, FEWEST_ALIKE) && tellNothing(its(side), false, FEWEST_ALIKE);
    }

    private List<Measured> its(Side side) {
        return made.stream().filter(each -> each.side() == side).toList();
    }

    /** @param fewest passes, or fails, to judge by */
    private static boolean tellNothing(List<Measured> all, boolean passed, int fewest) {
        List<Probe> alike = all.stream()
                .map(Measured::probe)
                .filter(probe -> probe.valid() && probe.passed() == passed)
                .toList();
        return alike.size() >= fewest && alike.stream().filter(Steepness::near).count() < TELL * alike.size();
    }

    /** Where they jump, or that they seldom tell a distance. */
    String words() {
        List<Side> sides = Stream.of(Side.values()).filter(this::of).toList();
        if (sides.isEmpty() && !everywhere()) {
            return "too few figures tell how far the peaks are, so passes and fails locate them";
        }
        return sides.size() == 1
                ? "the figures of the " + sides.getFirst().word()
                        + " configuration jump at its peak, so only passes and fails locate it"
                : "the figures jump at the peaks, so only passes and fails locate them";
    }

    /** Each side whose passes alone, or fails alone, are so; in words. */
    List<String> oneSided() {
        List<String> words = new ArrayList<>();
        for (Side side : Side.values()) {
            for (boolean passed : new boolean[] {true, false}) {
                if (tellNothing(its(side), passed, FEWEST_ALIKE)) {
                    words.add("the " + (passed ? "passes" : "fails") + " of the " + side.word()
                            + " configuration tell no distance to its peak");
                }
            }
        }
        return words;
    }
}
