package gavel.harness.collect;

import gavel.harness.collect.Sample.InstanceSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Samples in a bounded number, however long a run is. Where there would be too many, neighbours become one, which stands for two, four or more
 * seconds. What tells when something happened stays apart: the ends of the measurement, a gap, an instance that comes, goes or is stopped.
 * Pure.
 */
final class SampleCourse {
    /** As of the intervals of a load: two hours of seconds. */
    static final int MOST = 7_200;

    /** Between two samples that should be a second apart. */
    private static final long GAP_MILLIS = 2_500;

    private final Collected collected;
    private final int each;
    private final List<Sample> group = new ArrayList<>();
    private final List<Sample> fewer = new ArrayList<>();

    private SampleCourse(Collected collected) {
        this.collected = collected;
        int together = 1;
        while (Math.ceilDiv(collected.samples().size(), together) > MOST) {
            together *= 2;
        }
        each = together;
    }

    static List<Sample> of(Collected collected) {
        SampleCourse course = new SampleCourse(collected);
        collected.samples().forEach(course::add);
        course.end();
        return List.copyOf(course.fewer);
    }

    /** Seconds that each of these samples usually stands for: one, unless there were too many. */
    static long seconds(List<Sample> samples) {
        if (samples.size() <= MOST / 2) {
            return 1;
        }
        long[] apart = IntStream.range(1, samples.size())
                .mapToLong(i -> samples.get(i).atMillis() - samples.get(i - 1).atMillis())
                .sorted()
                .toArray();
        return Math.max(1, Math.round(apart[apart.length / 2] / 1e3));
    }

    private void add(Sample next) {
        if (group.size() == each || !group.isEmpty() && !alike(group.getLast(), next)) {
            end();
        }
        group.add(next);
    }

    private boolean alike(Sample one, Sample next) {
        return next.atMillis() - one.atMillis() <= GAP_MILLIS
                && part(one) == part(next)
                && one.instances().size() == next.instances().size()
                && IntStream.range(0, one.instances().size())
                        .allMatch(i ->
                                alike(one.instances().get(i), next.instances().get(i)));
    }

    private static boolean alike(InstanceSample one, InstanceSample next) {
        return one.name().equals(next.name()) && one.stopped() == next.stopped();
    }

    /** Before the measurement, in it, or after it. */
    private int part(Sample sample) {
        return sample.atMillis() <= collected.fromMillis() ? 0 : sample.atMillis() <= collected.toMillis() ? 1 : 2;
    }

    private void end() {
        if (!group.isEmpty()) {
            fewer.add(group.size() == 1 ? group.getFirst() : merged(List.copyOf(group)));
            group.clear();
        }
    }

    private static Sample merged(List<Sample> all) {
        Sample last = all.getLast();
        return new Sample(
                last.atMillis(),
                mean(all, Sample::cpuBusyShare),
                mean(all, Sample::stealShare),
                (int) Math.round(mean(all, Sample::runnable)),
                all.stream().mapToLong(Sample::memoryUsedBytes).max().orElse(0),
                IntStream.range(0, last.instances().size())
                        .mapToObj(i -> instance(all.stream()
                                .map(each -> each.instances().get(i))
                                .toList()))
                        .toList(),
                Outside.mean(all.stream().map(Sample::outside).toList()));
    }

    private static InstanceSample instance(List<InstanceSample> all) {
        InstanceSample last = all.getLast();
        return new InstanceSample(
                last.tier(),
                last.name(),
                mean(all, InstanceSample::cpuCores),
                all.stream().mapToLong(InstanceSample::rssBytes).max().orElse(0),
                last.stopped());
    }

    private static <T> double mean(List<T> all, ToDoubleFunction<T> value) {
        return all.stream().mapToDouble(value).average().orElse(0);
    }
}
