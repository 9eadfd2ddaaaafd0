package gavel.harness.command.options;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.SearchSettings;
import gavel.harness.setting.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;
import picocli.CommandLine.Option;

/** The options of every command that searches a peak. */
public final class SearchOptions {
    private static final int SMALLEST_SET = 1_500;
    private static final int LARGEST_SET = 6_000;

    /** A core carries fewer, with all that they need; those of a set who are not there bid nothing, but their auctions go on. */
    private static final int USERS_OF_A_CORE = 2_000;

    private static final Usual SEARCH = new Usual(SearchSettings.PROBES, "4h");
    private static final int FIRST = 10;
    private static final double ROOM = 1.5;
    private static final double BELOW_HINT = 0.3;
    private static final int BRIEF_WIDTH = 15;
    private static final int BRIEF_PROBES = 6;

    /** Of the time that all probes could take: most end early. */
    private static final double UNDER_LOAD = 0.5;

    @Option(
            names = "--from",
            paramLabel = "N",
            description = "users the climb begins with; the search never goes below (default: 10, or 0.3 times --hint)")
    private Integer from;

    @Option(names = "--most", paramLabel = "N", description = "most users the search tries (default: ${DEFAULT-VALUE})")
    private int most = 100_000;

    @Option(
            names = "--hint",
            paramLabel = "N",
            description =
                    "about how many users you expect (scale: of one application server); makes the search shorter")
    private Integer hint;

    @Option(
            names = "--width",
            paramLabel = "PERCENT",
            description = "a search is done when its interval is this narrow (default: ${DEFAULT-VALUE})")
    private double width = 5;

    @Option(
            names = "--probes",
            paramLabel = "N",
            description = "most measurements, called probes (default: 12; pair: 24 of both sides)")
    private Integer probes;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "time for the search: no probe starts that would end later (default: 4h; pair: 1h)")
    private String budget;

    /**
     * Few probes and a wide interval: a rough peak.
     *
     * @param hint users expected of one application server; null where no number is expected
     */
    public static SearchOptions brief(Integer hint) {
        SearchOptions brief = new SearchOptions();
        brief.hint = hint;
        brief.width = BRIEF_WIDTH;
        brief.probes = BRIEF_PROBES;
        return brief;
    }

    /** As it is typed. */
    public static String briefly(Integer hint) {
        return " --width " + BRIEF_WIDTH + " --probes " + BRIEF_PROBES + (hint == null ? "" : " --hint " + hint);
    }

    /**
     * @param times what the hint is multiplied by
     * @param bound the most users that are possible, whatever was asked for
     */
    public SearchSettings settings(long seed, int times, int bound) {
        return settings(seed, times, bound, SEARCH);
    }

    /** What holds where nothing was said. */
    public record Usual(int probes, String budget) {}

    public SearchSettings settings(long seed, int times, int bound, Usual usual) {
        if (hint != null && hint < 1) {
            throw new ConfigurationException("users that are expected must be > 0: " + hint + " (--hint)");
        }
        try {
            return new SearchSettings(
                    Math.min(first(times), bound),
                    Math.min(most, bound),
                    width / 100,
                    probes == null ? usual.probes() : probes,
                    duration(budget == null ? usual.budget() : budget),
                    seed);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage() + " (--from, --most, --hint, --width, --probes, --budget)");
        }
    }

    private static Duration duration(String budget) {
        try {
            return Durations.parse(budget);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("the budget must be " + e.getMessage() + ": " + budget + " (--budget)");
        }
    }

    private int first(int times) {
        if (from != null) {
            return from;
        }
        return hint == null ? FIRST : (int) Math.max(1, BELOW_HINT * hint * times);
    }

    /**
     * Users a data set is made for at first.
     *
     * @param cores that application servers may use, where nothing is said about how many users are expected
     * @param fits whether the machine has the memory for a set made for so many; where nothing is said the set is made smaller until it does
     */
    public int setUsers(int times, double cores, IntPredicate fits) {
        int usual = (int) Math.clamp(Math.round(USERS_OF_A_CORE * cores), SMALLEST_SET, LARGEST_SET);
        while (hint == null && usual > SMALLEST_SET && !fits.test(usual)) {
            usual = Math.max(SMALLEST_SET, usual * 3 / 4);
        }
        long wanted = hint == null ? usual : Math.round(ROOM * hint * times);
        return (int) Math.min(most, Math.max(wanted, first(times)));
    }

    /**
     * What the rules for a run give too little of for a search: a document store in memory keeps what all probes add. A set has room for half
     * as many users again as are expected.
     *
     * @param command that asks for it
     */
    public List<SettingOverride> room(Configuration configuration, String command) {
        if (!configuration.documents().inMemory() || configuration.documents().memory() != null) {
            return List.of();
        }
        SearchSettings search = settings(configuration.load().seed(), 1, Integer.MAX_VALUE);
        double longest = Math.min(
                search.budget().toSeconds(),
                (double) search.probes() * configuration.load().phases().totalSeconds());
        double users = Sizing.setUsers(configuration) / ROOM;
        long memory = Sizing.inMemory(configuration, Math.round(UNDER_LOAD * longest / 60 * users));
        return List.of(new SettingOverride("documents.memory", memory + "m", command));
    }
}
