package gavel.harness.peak.pair;

import gavel.harness.peak.Climb;
import gavel.harness.peak.Probe;
import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.pair.PairConclusion.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which of two configurations to measure next and at how many users, and what their peaks are to each other. A block is one probe of
 * each, close in time and in random order, so that whatever the machine does meanwhile happens to both. Each is measured near its own knee, to
 * which its level is moved after every block, one of them above it and the other below. Near the limit the figure that is judged grows by a
 * power of the users: ln(figure / limit) = beta (ln users - ln knee). So a block tells ln of the ratio: the difference of ln users, less
 * that of ln figures over beta. No level depends on a figure of its own block, so that the noise of a block is in its figures alone
 * ({@link RatioFit}). Pure but for its own memory: the same answers in the same order lead to the same questions. One thread.
 */
public final class PairedSearch {
    /** At most, of both together, unless set otherwise. */
    public static final int PROBES = 24;

    /** Of both together, so that there can be a ratio. */
    public static final int FEWEST_PROBES = 2 * RatioFit.FEWEST;

    /** Of an interval that is narrow by luck there are more among fewer blocks. */
    private static final int FEWEST_BLOCKS = 8;

    /** Of both together, where the first ones tell enough. */
    public static final int USUAL_PROBES = 2 * FEWEST_BLOCKS;

    private static final int INVALID_IN_A_ROW = 3;
    /** Of one side, while the other's between them may be valid: in so many blocks it told nothing. */
    private static final int INVALID_OF_ONE = 4;

    /** After so many blocks it is asked whether there is a knee within what is allowed. */
    private static final int BLOCKS_TO_FOLLOW = 4;
    /** At that edge a knee cannot be followed, and figures further from their limit than this, in ln, tell no distance to it. */
    private static final double AT_KNEE = Math.log(3);
    /** Levels lie so far beside the knee, in ln users, that the blocks tell the steepness. */
    static final double ASIDE = 0.02;

    /** And no farther than where figures are so far from their limit, in ln: they have to tell a distance. */
    private static final double FIGURE_ASIDE = 1.5;

    /** Blocks with figures so close to the limit on both sides tell the ratio best: what is not known of beta is hardly in it. */
    private static final double CLOSE = Math.log(10);

    /** A knee is believed to be where so much of the way to what a probe saw ends: of a long way, which is no chance, more. */
    private static final double GAIN = 0.5;

    private static final double GAIN_OF_LONG_WAYS = 0.9;
    private static final double LONG_WAY = 0.03;

    /** When both knees are known it is the machine that changes, so most of a move is the other configuration's, too. */
    private static final double SHARED = 0.8;

    /** In ln users, where a figure tells no distance; half as much again each time in a row, and half as much where it turns. */
    private static final double STRIDE = 0.06;

    private static final double LONGER = 1.5;
    private static final double SHORTER = 0.5;
    private static final double LONGEST = 0.4;
    private static final double SHORTEST = 0.01;

    private static final String WHAT_TO_DO =
            "allow more probes and time (--probes, --budget), or compare a `gavel peak --repeat 3` of each";

    private final SearchSettings settings;
    private final Random random;
    private final Map<Side, Double> knees = new EnumMap<>(Side.class);
    private final Map<Side, Double> strides = new EnumMap<>(Side.class);
    private final Map<Side, Climb> climbs = new EnumMap<>(Side.class);
    private final Map<Side, Boolean> lastPassed = new EnumMap<>(Side.class);
    private final Map<Side, Integer> invalidOfOne = new EnumMap<>(Side.class);
    private final List<Block> blocks = new ArrayList<>();
    private final List<Measured> made = new ArrayList<>();
    private final Set<Side> known = EnumSet.noneOf(Side.class);
    private final List<Side> orders = new ArrayList<>();
    private final Probe[] block = new Probe[Side.values().length];
    /** Of the block, in ln users. */
    private final double[] levels = new double[Side.values().length];

    private final List<Side> uppers = new ArrayList<>();
    /** The side that is measured above its knee, and the one that is measured first. */
    private Side upper;

    private Side first;
    private boolean again;
    private boolean resumed;
    private int invalidInARow;

    /** @param settings whose probes are those of both together, and whose width is that of the ratio's interval */
    public PairedSearch(SearchSettings settings) {
        this.settings = settings;
        this.random = new Random(settings.seed());
    }

    /** What is to be measured next. */
    public record Wanted(Side side, int users) {}

    /** A rough place of the knee, to begin with. */
    public void climbed(Side side, Climb climb) {
        climbs.put(side, climb);
        double good = Math.max(1, climb.good());
        double bad = climb.bad() == 0 ? good : climb.bad();
        knees.put(side, allowed((Math.log(good) + Math.log(bad)) / 2));
        strides.put(side, STRIDE);
    }

    /**
     * Empty when nothing more is wanted.
     *
     * @param affordable further probes there is time for
     */
    public Optional<Wanted> next(int affordable) {
        int left = Math.min(affordable, settings.probes() - made.size());
        if (again && left < block.length) {
            return Optional.empty();
        }
        if (block[0] == null && block[1] == null) {
            if (left < block.length || spoilt() && !resumed || beyondReach() || enough()) {
                return Optional.empty();
            }
            begin();
        }
        Side side = again || block[first.ordinal()] == null ? first : first.other();
        double users = Math.exp(levels[side.ordinal()]);
        return Optional.of(new Wanted(side, (int) Math.clamp(Math.round(users), settings.from(), settings.most())));
    }

    /**
     * After an interruption: half a block is begun anew, as its other half would be measured at quite another time, and what made measurements
     * invalid may have been mended.
     */
    public void resumed() {
        again = block[0] != null || block[1] != null;
        resumed = true;
    }

    /** Whether so many measurements in a row were invalid that there is no ratio. */
    public boolean spoilt() {
        return !invalidOnes().isEmpty();
    }

    /** Those in a row that end it, of both or of one side, in words; empty where there are fewer. */
    private String invalidOnes() {
        if (invalidInARow >= INVALID_IN_A_ROW) {
            return INVALID_IN_A_ROW + " measurements in a row were invalid";
        }
        return invalidOfOne.entrySet().stream()
                .filter(each -> each.getValue() >= INVALID_OF_ONE)
                .map(each -> INVALID_OF_ONE + " measurements of the "
                        + each.getKey().word() + " configuration in a row were invalid")
                .findFirst()
                .orElse("");
    }

    /**
     * Two blocks have both orders, in random order: what grows evenly in time cancels. Of the next two the other side is measured above its knee,
     * so that steepness and drift are told apart. Where figures jump at the knee, levels come close to it by chance.
     */
    private void begin() {
        if (orders.isEmpty()) {
            orders.addAll(drawn());
            if (uppers.isEmpty()) {
                uppers.addAll(drawn());
            }
            upper = uppers.removeLast();
        }
        first = orders.removeLast();
        double aside = Math.min(ASIDE, FIGURE_ASIDE / Steepness.of(made));
        for (Side side : Side.values()) {
            double share = jumps() ? 2 * random.nextDouble() - 1 : side == upper ? 1 : -1;
            levels[side.ordinal()] = knees.get(side) + share * aside;
        }
    }

    private List<Side> drawn() {
        List<Side> sides = new ArrayList<>(List.of(Side.values()));
        Collections.shuffle(sides, random);
        return sides;
    }

    /** A second probe of one side takes the place of the first in its block. */
    public void probed(Side side, Probe probe) {
        again = false;
        resumed = false;
        made.add(new Measured(side, probe));
        invalidInARow = probe.valid() ? 0 : invalidInARow + 1;
        invalidOfOne.put(side, probe.valid() ? 0 : invalidOfOne.getOrDefault(side, 0) + 1);
        block[side.ordinal()] = probe;
        if (probe.valid()) {
            follow(side, probe);
        }
        if (block[0] != null && block[1] != null) {
            blocks.add(new Block(block[0], block[1], first));
            block[0] = null;
            block[1] = null;
        }
    }

    private void follow(Side side, Probe probe) {
        // What moves a knee that was not known is the error of its own climb.
        boolean both = known.size() == Side.values().length;
        double users = Math.log(probe.users());
        double moved;
        if (Steepness.near(probe)) {
            double way = users - Math.log(probe.worst()) / Steepness.of(made) - knees.get(side);
            moved = (Math.abs(way) > LONG_WAY ? GAIN_OF_LONG_WAYS : GAIN) * way;
            strides.put(side, STRIDE);
            known.add(side);
        } else {
            boolean turned = lastPassed.getOrDefault(side, probe.passed()) != probe.passed();
            double stride = Math.clamp(
                    strides.get(side) * (turned ? SHORTER : lastPassed.containsKey(side) ? LONGER : 1),
                    SHORTEST,
                    LONGEST);
            strides.put(side, stride);
            double seen = probe.passed()
                    ? up(side, users, stride)
                    : Math.min(down(side, users, stride), users + Math.log(probe.served()));
            moved = probe.passed() ? Math.max(0, seen - knees.get(side)) : Math.min(0, seen - knees.get(side));
        }
        lastPassed.put(side, probe.passed());
        double before = knees.put(side, allowed(knees.get(side) + moved));
        if (both) {
            knees.put(side.other(), allowed(knees.get(side.other()) + SHARED * (knees.get(side) - before)));
        }
    }

    /** Where no level can be measured no knee is looked for, and none is told. */
    private double allowed(double knee) {
        return Math.clamp(knee, Math.log(settings.from()), Math.log(settings.most()));
    }

    /** Whether one side has mostly been at the edge, far from its limit. A block alone would be left out by its luck. */
    private boolean beyondReach() {
        return blocks.size() >= BLOCKS_TO_FOLLOW && (mostlyFar(Side.FIRST) || mostlyFar(Side.SECOND));
    }

    private boolean mostlyFar(Side side) {
        return 2 * blocks.stream().filter(each -> far(each.of(side))).count() >= blocks.size();
    }

    /** A share of late responses that is far below its limit grows with no power of the users. */
    private boolean far(Probe probe) {
        return beyond(probe) && !(Steepness.near(probe) && Math.abs(Math.log(probe.worst())) <= AT_KNEE);
    }

    private boolean beyond(Probe probe) {
        return probe.passed()
                ? probe.users() >= settings.most() * (1 - 3 * ASIDE)
                : probe.valid() && probe.users() <= settings.from() * (1 + 3 * ASIDE);
    }

    /** Before the knee is known half of the way to what fails, where that is higher; else a stride. */
    private double up(Side side, double users, double stride) {
        double fails = Math.log(Math.max(1, climbs.get(side).bad()));
        for (Measured each : made) {
            if (each.side() == side && each.probe().valid() && !each.probe().passed()) {
                fails = Math.min(fails, each.users());
            }
        }
        return !known.contains(side) && fails > users ? (users + fails) / 2 : users + stride;
    }

    /** Likewise to what passes, where that is lower. */
    private double down(Side side, double users, double stride) {
        double passes = Math.log(Math.max(1, climbs.get(side).good()));
        for (Measured each : made) {
            if (each.side() == side && each.probe().passed()) {
                passes = Math.max(passes, each.users());
            }
        }
        return !known.contains(side) && passes < users ? (users + passes) / 2 : users - stride;
    }

    /** Those whose figures tell a distance on both sides: all that are close, and as many others as are needed, the closest first. */
    private List<Block> told() {
        List<Block> near = blocks.stream()
                .filter(Block::near)
                .sorted(Comparator.comparingDouble(Block::farthest))
                .toList();
        long close = near.stream().filter(each -> each.farthest() < CLOSE).count();
        return near.stream().limit(Math.max(close, FEWEST_BLOCKS)).toList();
    }

    /** Blocks of which both probes count. */
    private int whole() {
        return (int) blocks.stream().filter(Block::valid).count();
    }

    /** Null where too few blocks tell it, or a knee is beyond what is allowed. */
    public Ratio ratio() {
        if (beyondReach()) {
            return null;
        }
        if (jumps()) {
            return whole() >= FEWEST_BLOCKS ? OutcomeRatio.of(climbs, blocks) : null;
        }
        List<Block> told = told();
        return told.size() < RatioFit.FEWEST ? null : RatioFit.of(told);
    }

    /** Whether figures do so at the knees: at both, or at one or from time to time, where too few blocks tell a distance on both sides. */
    private boolean jumps() {
        Jumps jumps = new Jumps(made);
        return jumps.everywhere()
                || told().size() < RatioFit.FEWEST
                        && (whole() >= FEWEST_BLOCKS || Stream.of(Side.values()).anyMatch(jumps::of));
    }

    private boolean enough() {
        if ((jumps() ? whole() : told().size()) < FEWEST_BLOCKS) {
            return false;
        }
        Ratio ratio = ratio();
        return ratio != null && ratio.width() <= settings.width();
    }

    /** Users near which the knee of a configuration was last. */
    public double knee(Side side) {
        return Math.exp(knees.get(side));
    }

    public PairConclusion conclusion() {
        if (spoilt()) {
            return PairConclusion.invalid(invalidOnes());
        }
        if (beyondReach()) {
            return PairConclusion.invalid(edge());
        }
        int told = told().size();
        Ratio ratio = ratio();
        if (ratio == null) {
            return PairConclusion.invalid(withoutRatio(told));
        }
        boolean graded = !jumps();
        List<String> reservations = new ArrayList<>();
        if (!graded) {
            reservations.add(new Jumps(made).words());
        }
        if (ratio.width() > settings.width()) {
            reservations.add(String.format(
                    Locale.ROOT,
                    "the interval is %.1f %% wide, not %.1f: the probes or the time were used up",
                    100 * ratio.width(),
                    100 * settings.width()));
        }
        return new PairConclusion(
                ratio.holdsOne() ? Kind.NO_DIFFERENCE : Kind.DIFFERENT,
                ratio,
                graded ? told : whole(),
                String.join("; ", reservations));
    }

    private String withoutRatio(int told) {
        List<String> words = new ArrayList<>();
        if (jumps()) {
            words.add(new Jumps(made).words());
            words.add(FEWEST_BLOCKS + " blocks are needed, with passes and fails of both, and there are " + whole());
        } else {
            words.add(told + " of " + blocks.size() + " blocks came near the limit on both sides, but "
                    + RatioFit.FEWEST + " are needed");
            words.addAll(new Jumps(made).oneSided());
        }
        long invalid = made.stream().filter(each -> !each.probe().valid()).count();
        if (invalid > 0) {
            words.add(invalid + " of " + made.size() + " measurements " + (invalid == 1 ? "was" : "were") + " invalid");
        }
        words.add(edge().isEmpty() ? WHAT_TO_DO : edge());
        return String.join("; ", words);
    }

    /** Where the bounds of what is allowed are why; empty where they are not. */
    private String edge() {
        List<Probe> edge = blocks.stream()
                .flatMap(each -> Stream.of(each.first(), each.second()))
                .filter(this::beyond)
                .toList();
        if (edge.stream().anyMatch(Probe::passed)) {
            return settings.most()
                    + " users, the most that are allowed, still pass: allow more, or a larger data set (--hint, --most)";
        }
        return edge.isEmpty()
                ? ""
                : settings.from() + " users, the fewest that are allowed, still fail: allow fewer (--hint, --from)";
    }
}
