package gavel.harness.collect.bottleneck;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.AppUse.Gc;
import gavel.harness.collect.metrics.AppUse.Pool;
import gavel.harness.collect.metrics.AppUse.Stretch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The seconds of a measurement in which limits broke: pure. A short saturation, such as an application that still compiles itself when
 * the measurement begins, vanishes in the mean over all of it; in these seconds it shows.
 *
 * @param atMillis one time for each of these seconds
 */
public record BrokenTime(List<Long> atMillis) {
    /** Nothing broke: the whole measurement is looked at. */
    public static final BrokenTime NONE = new BrokenTime(List.of());

    /** Share of late or failed operations, or of late news, from which a second counts: that of the rules. */
    static final double LATE = 0.01;

    /** From a second to a sample that stands for it; where a sample stands for several, so many times as long. */
    private static final long REACH_MILLIS = 1000;

    public BrokenTime {
        atMillis = List.copyOf(atMillis);
    }

    public static BrokenTime of(List<IntervalReport> intervals) {
        return new BrokenTime(intervals.stream()
                .filter(i -> i.phase().equals("MEASURE") && broken(i))
                .map(IntervalReport::atMillis)
                .toList());
    }

    /** Held requests are many and end by design: a late operation must not vanish among them. */
    private static boolean broken(IntervalReport interval) {
        return broken(interval, false) || broken(interval, true) || interval.newsLate() > LATE * interval.newsPairs();
    }

    private static boolean broken(IntervalReport interval, boolean held) {
        long completed = 0;
        long bad = 0;
        for (OperationInterval operation : interval.operations()) {
            if (operation.held() == held) {
                completed += operation.completed();
                bad += operation.late() + operation.failed();
            }
        }
        return bad > LATE * completed;
    }

    /**
     * What was collected, as if these seconds had been the measurement. What is known only for the whole of it (descriptors, storage,
     * throttling, the database's own figures) stays as it is. The same object where no sample falls into them.
     */
    Collected narrow(Collected whole) {
        long each = whole.sampleSeconds();
        List<Integer> chosen = nearest(whole.samples(), REACH_MILLIS * each);
        if (chosen.isEmpty()) {
            return whole;
        }
        List<Sample> samples = chosen.stream().map(whole.samples()::get).toList();
        double[] lengths = chosen.stream()
                .mapToDouble(index -> seconds(whole.samples(), index, each))
                .toArray();
        double seconds = DoubleStream.of(lengths).sum();
        return new Collected(
                whole.fromMillis(),
                whole.fromMillis() + Math.round(1000 * seconds),
                whole.machine().during(samples),
                whole.instances().stream()
                        .map(i -> i.during(
                                cpuSeconds(i, samples, lengths),
                                i.app() == null ? null : narrow(i.app(), seconds, whole.seconds())))
                        .toList(),
                samples,
                whole.events(),
                whole.problems(),
                whole.hosts().stream().map(host -> narrow(host, samples, whole)).toList());
    }

    /** Its CPU as its instances used more or less of it in these seconds than over the whole. */
    private static HostUse narrow(HostUse host, List<Sample> samples, Collected whole) {
        double then = samples.stream()
                .flatMap(sample -> sample.instances().stream())
                .filter(sample -> host.instances().contains(sample.name()))
                .mapToDouble(InstanceSample::cpuCores)
                .sum();
        double usual = whole.instances().stream()
                        .filter(use -> host.instances().contains(use.name()))
                        .mapToDouble(InstanceUse::cpuSeconds)
                        .sum()
                / whole.seconds()
                * samples.size();
        return usual <= 0
                ? host
                : new HostUse(
                        host.host(),
                        host.machine().busy(Math.min(1, host.machine().cpuBusyShare() * then / usual)),
                        host.instances());
    }

    /**
     * Seconds that a sample stands for: in a run of hours those since the one before.
     *
     * @param each seconds that one usually stands for
     */
    private static double seconds(List<Sample> samples, int index, long each) {
        return each == 1 || index == 0
                ? each
                : (samples.get(index).atMillis() - samples.get(index - 1).atMillis()) / 1000.0;
    }

    /** Their places, in order. */
    private List<Integer> nearest(List<Sample> samples, long reachMillis) {
        Set<Integer> chosen = new TreeSet<>();
        for (long at : atMillis) {
            int best = -1;
            for (int i = 0; i < samples.size(); i++) {
                if (best < 0 || distance(samples.get(i), at) < distance(samples.get(best), at)) {
                    best = i;
                }
            }
            if (best >= 0 && distance(samples.get(best), at) <= reachMillis) {
                chosen.add(best);
            }
        }
        return List.copyOf(chosen);
    }

    private static long distance(Sample sample, long at) {
        return Math.abs(sample.atMillis() - at);
    }

    private static double cpuSeconds(InstanceUse use, List<Sample> samples, double[] lengths) {
        return IntStream.range(0, lengths.length)
                .mapToDouble(i -> lengths[i]
                        * samples.get(i).instances().stream()
                                .filter(instance -> instance.name().equals(use.name()))
                                .mapToDouble(InstanceSample::cpuCores)
                                .sum())
                .sum();
    }

    /** From the scrapes around these seconds, collections in proportion; without any, from the whole measurement. */
    private AppUse narrow(AppUse app, double seconds, double wholeSeconds) {
        List<Stretch> then = app.stretches().stream().filter(this::touches).toList();
        double scraped = then.stream().mapToDouble(Stretch::seconds).sum();
        if (scraped <= 0) {
            return with(app, app.gc().pauseSeconds(), app.gc().collections(), seconds / wholeSeconds, app.pools());
        }
        double paused = then.stream().mapToDouble(Stretch::gcPauseSeconds).sum();
        long collections = then.stream().mapToLong(Stretch::collections).sum();
        Map<String, Pool> pools = new LinkedHashMap<>();
        then.forEach(s -> s.pools().forEach(p -> pools.merge(p.name(), p, Pool::plus)));
        return with(app, paused, collections, seconds / scraped, List.copyOf(pools.values()));
    }

    private static AppUse with(AppUse app, double paused, long collections, double part, List<Pool> pools) {
        Gc gc = new Gc(
                paused * part,
                Math.round(collections * part),
                app.gc().maxPauseSeconds(),
                app.gc().liveBytes(),
                app.gc().heapMaxBytes());
        return new AppUse(app.endpoints(), gc, pools, app.caches(), app.counters(), app.gauges(), app.stretches());
    }

    private boolean touches(Stretch stretch) {
        return atMillis.stream().anyMatch(at -> at > stretch.fromMillis() && at <= stretch.toMillis());
    }
}
