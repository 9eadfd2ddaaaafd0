package gavel.harness.dashboard.state;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.TierNames;
import gavel.harness.peak.ProbeResult;
import gavel.harness.report.chart.TierStyle;
import java.util.List;

/**
 * All that a page shows at one moment but the time lines so far: the form in which it travels.
 *
 * @param number grows with every change
 * @param doing null between two phases and in the end
 * @param load null before the first
 * @param machine with what runs on it
 * @param tiers in the order of every {@link Tick}
 * @param figures of servers, likewise
 * @param tick the newest of the machine's time line; null before the first
 * @param probes of a search
 * @param ending null before there is one
 * @param over whether nothing more will come
 */
public record Frame(
        int number,
        long nowMillis,
        Subject subject,
        List<Done> phases,
        Doing doing,
        Load load,
        Machine machine,
        List<Name> tiers,
        List<ServerFigure> figures,
        Tick tick,
        List<ProbeResult> probes,
        FinalState ending,
        boolean over) {

    /** A phase that has ended. */
    public record Done(String title, long millis, String outcome, String remark) {}

    public record Doing(String title, long sinceMillis) {}

    /**
     * The load that runs or ran last.
     *
     * @param number of the load, from 1
     * @param where within a search; empty for a run
     * @param wanted users at full load; 0 where they grow as long as it goes well
     * @param phases null where the length is not known beforehand
     * @param phase RAMP, WARM_UP, MEASURE, HOLD, RAMP_DOWN, or CLIMB for a load without an end; empty before the first second
     * @param counted whether the sums of operations and news are those of the measurement
     * @param perSecond operations, mean over the last seconds
     * @param operations of people and their pages
     * @param held requests that are held by design, counted as an operation; null before the first second
     * @param point the newest of the time lines; null before the first second
     */
    public record Load(
            int number,
            String where,
            int wanted,
            Phases phases,
            long second,
            String phase,
            boolean counted,
            int users,
            double perSecond,
            List<Operation> operations,
            Operation held,
            News news,
            Driver driver,
            Point point) {}

    /** Time lines from their begin. */
    public record Lines(List<Point> points, List<Tick> ticks) {}

    /**
     * A tier.
     *
     * @param tier as configurations name it, or several that share a network
     * @param words what people call it
     * @param style class of its colour
     */
    public record Name(String tier, String words, String style) {}

    /**
     * @param limitMillis 0 where there is none
     * @param judged whether the latency is held against it
     * @param p99Micros over the last five seconds, -1 where so few samples do not tell it
     * @param maxMicros the largest of them, -1 without a sample
     * @param perSecond completions, mean over the last seconds
     * @param sums since the measurement began, or the load where it has not
     * @param ever since the command began
     */
    public record Operation(
            String name,
            long limitMillis,
            boolean judged,
            long p99Micros,
            long maxMicros,
            double perSecond,
            Sums sums,
            Sums ever) {}

    /**
     * @param completed with the right answer
     * @param ended in whatever way
     * @param late those of them that were late or failed
     */
    public record Sums(long completed, long ended, long late, long failed) {
        static final Sums NONE = new Sums(0, 0, 0, 0);

        Sums plus(Sums more) {
            return new Sums(completed + more.completed, ended + more.ended, late + more.late, failed + more.failed);
        }
    }

    /** Pairs of bid and follower since the measurement began, and since the command began. */
    public record News(long pairs, long late, long pairsEver, long lateEver) {}

    /** @param latenessP99Micros of its timers, -1 where so few do not tell it */
    public record Driver(double busyShare, long latenessP99Micros) {}

    /**
     * @param sampled whether the machine is sampled now
     * @param busyShare of all cores, 0..1
     */
    public record Machine(
            boolean sampled, int cores, double busyShare, double stealShare, long memoryUsedBytes, List<Tier> tiers) {}

    /**
     * @param name as configurations name it
     * @param words what people call it
     * @param style class of its colour
     * @param cores used
     */
    public record Tier(String name, String words, String style, int instances, double cores, long rssBytes) {
        static Tier of(String name, int instances, double cores, long rssBytes) {
            return new Tier(
                    name,
                    TierNames.words(name),
                    TierStyle.of(name),
                    instances,
                    Math.max(0, Figure.of(cores)),
                    Math.max(0, rssBytes));
        }

        Tier plus(Tier more) {
            return new Tier(
                    name, words, style, instances + more.instances, cores + more.cores, rssBytes + more.rssBytes);
        }
    }
}
