package gavel.harness.collect.bottleneck;

import static java.util.Locale.ROOT;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.Silence;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Sample;
import gavel.harness.collect.bottleneck.Cause.Kind;
import gavel.harness.collect.metrics.AppUse.Stretch;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds when processes of the run did not run or could not be reached, from samples taken once a second: pure. A stop that is shorter may be
 * missed. Where the harness took no sample either, nothing is booked on a single process.
 */
public final class Causes {
    /** Of a stretch between two scrapes, which last 5 s. */
    static final double PAUSED = 0.10;
    /** Of the periods of a quota. */
    static final double THROTTLED = 0.05;
    /** Of all cores. */
    static final double TAKEN = 0.05;
    /** Between two samples that should be a second apart. */
    static final double GAP_SECONDS = 2.5;

    /** No number of users brings these about. A late sample may be their work; where the whole machine stood still, the driver did, too. */
    private static final Set<Kind> OUTAGES = EnumSet.of(Kind.STOPPED, Kind.SILENT);

    private final Collected collected;
    private final List<Sample> samples;
    /** Seconds that a sample usually stands for. */
    private final long each;

    private final List<Cause> causes = new ArrayList<>();

    private Causes(Collected collected) {
        this.collected = collected;
        this.each = collected.sampleSeconds();
        this.samples = collected.samples().stream()
                .filter(s -> s.atMillis() > collected.fromMillis() && s.atMillis() <= collected.toMillis())
                .toList();
    }

    /** In the order of their kinds. */
    public static List<Cause> of(Collected collected) {
        Causes search = new Causes(collected);
        collected.instances().forEach(search::stopped);
        search.gaps();
        collected.hosts().forEach(search::silent);
        collected.instances().forEach(search::paused);
        Quota.held(collected.instances()).forEach(search::throttled);
        search.taken();
        return List.copyOf(search.causes);
    }

    /**
     * Why a load says nothing of its users, in a sentence: a process was stopped in the measurement, or a host was out of reach. That
     * counts before and after it too: what queued up then was late within it. Empty where there was no outage.
     */
    public static Optional<String> outage(Collected collected) {
        return of(collected).stream()
                .filter(cause -> OUTAGES.contains(cause.kind()))
                .map(Cause::statement)
                .findFirst()
                .or(() -> collected.hosts().stream()
                        .flatMap(host -> host.silences().stream()
                                .map(silence -> silence(
                                        host,
                                        (silence.toMillis() - silence.fromMillis()) / 1000.0,
                                        silence.fromMillis() < collected.fromMillis()
                                                ? "before the measurement"
                                                : "after the measurement")))
                        .findFirst());
    }

    private static String silence(HostUse host, double seconds, String when) {
        return String.format(
                ROOT,
                "No answer from host %s (%s) for %.0f s, %s: its network was out or the host stood still.",
                host.host(),
                String.join(", ", host.instances()),
                seconds,
                when);
    }

    /** One for each stop. */
    private void stopped(InstanceUse use) {
        int count = 0;
        double seconds = 0;
        for (int i = 0; i <= samples.size(); i++) {
            if (i < samples.size() && stopped(samples.get(i), use.name())) {
                count++;
                seconds += seconds(i);
            } else if (count > 0) {
                double from = Math.max(0, second(samples.get(i - count).atMillis()) - seconds(i - count));
                add(
                        Kind.STOPPED,
                        use,
                        from,
                        seconds,
                        "%s's process was stopped for about %.0f s, from %.0f s of the measurement on (SIGSTOP, a debugger, or a frozen control group).",
                        use.name(),
                        seconds,
                        from);
                count = 0;
                seconds = 0;
            }
        }
    }

    /** Those that a sample stands for: in a run of hours all since the one before. */
    private double seconds(int index) {
        long before =
                index == 0 ? collected.fromMillis() : samples.get(index - 1).atMillis();
        return each == 1 ? 1 : (samples.get(index).atMillis() - before) / 1000.0;
    }

    private static boolean stopped(Sample sample, String name) {
        return sample.instances().stream().anyMatch(i -> i.name().equals(name) && i.stopped());
    }

    private void gaps() {
        long before = collected.fromMillis();
        for (Sample sample : samples) {
            double apart = (sample.atMillis() - before) / 1000.0;
            // A sample that stands for several seconds has those behind the gap.
            double gap = apart - (each - 1);
            // Where sampling is slow, those seconds are up to a quarter more.
            if (gap > GAP_SECONDS + 0.25 * (each - 1)) {
                add(
                        Kind.NOT_SAMPLED,
                        null,
                        second(before),
                        gap,
                        "No sample was taken for %.1f s, from %.0f s of the measurement on:"
                                + " the machine stood still, its clock was set, or the harness got no CPU.",
                        gap,
                        second(before));
            }
            before = sample.atMillis();
        }
    }

    /** What was broken may have been the way from here alone, or that of people too. */
    private void silent(HostUse host) {
        for (Silence silence : host.silences()) {
            double from = Math.max(0, second(silence.fromMillis()));
            double seconds = Math.min(collected.seconds(), second(silence.toMillis())) - from;
            if (seconds > 0) {
                String when = String.format(ROOT, "from %.0f s of the measurement on", from);
                add(Kind.SILENT, null, from, seconds, "%s", silence(host, seconds, when));
            }
        }
    }

    private void paused(InstanceUse use) {
        if (use.app() == null) {
            return;
        }
        List<Stretch> pauses = use.app().stretches().stream()
                .filter(s -> s.seconds() > 0 && s.gcPauseSeconds() >= PAUSED * s.seconds())
                .toList();
        double seconds = pauses.stream().mapToDouble(Stretch::gcPauseSeconds).sum();
        if (seconds > 0) {
            double from = Math.max(0, second(pauses.getFirst().fromMillis()));
            add(
                    Kind.GARBAGE_COLLECTION,
                    use,
                    from,
                    seconds,
                    "%s paused %.1f s for garbage collection, from %.0f s of the measurement on.",
                    use.name(),
                    seconds,
                    from);
        }
    }

    private void throttled(Quota quota) {
        if (quota.throttledShare() >= THROTTLED) {
            add(
                    Kind.THROTTLED,
                    quota.largest(),
                    0,
                    quota.throttledShare() * collected.seconds(),
                    "%s was held back by its CPU quota in %.0f %% of the quota's periods.",
                    quota.words(),
                    100 * quota.throttledShare());
        }
    }

    /** What is too much is the bottleneck. */
    private void taken() {
        TakenCpu taken = TakenCpu.worst(collected, "");
        if (taken.share() >= TAKEN && !taken.tooMuch()) {
            add(Kind.TAKEN, null, 0, taken.share() * collected.seconds(), "%s.", taken.statement());
        }
    }

    private double second(long atMillis) {
        return (atMillis - collected.fromMillis()) / 1000.0;
    }

    private void add(
            Kind kind, InstanceUse use, double fromSecond, double seconds, String statement, Object... figures) {
        causes.add(new Cause(
                kind,
                use == null ? "" : use.tier(),
                use == null ? "" : use.name(),
                fromSecond,
                seconds,
                String.format(ROOT, statement, figures)));
    }
}
