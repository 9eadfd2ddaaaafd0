package gavel.driver.run;

import gavel.driver.api.LoadSpec;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.qos.Batch;
import gavel.driver.qos.EarlyAnswer;
import gavel.driver.qos.OperationSample;
import gavel.driver.record.Counts;
import gavel.driver.record.OperationCounts;
import gavel.driver.record.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Looks after each ten seconds of a measurement that may end early whether its answer is known. Only batches are looked at whose last
 * operation had as long as the longest limit: what has not ended by then is late. Used by the run's thread.
 */
final class EarlyEnd {
    private static final long SECOND = 1_000_000_000L;
    private final Profile profile;
    private final long earliestNanos;
    private final long patienceNanos;
    private int looked;

    EarlyEnd(LoadSpec spec, Profile profile) {
        this.profile = profile;
        this.earliestNanos = spec.earliestEndSeconds() * SECOND;
        this.patienceNanos = profile.longestLimitMillis() * 1_000_000L;
    }

    /** Whether another batch can be looked at, of a measurement that goes on. */
    boolean due(long now, PhasePlan phases) {
        if (earliestNanos == 0 || now >= phases.to()) {
            return false;
        }
        long closed = (now - patienceNanos - phases.from()) / Recorder.BATCH_NANOS;
        boolean due = closed > looked && closed * Recorder.BATCH_NANOS >= earliestNanos;
        looked = due ? (int) closed : looked;
        return due;
    }

    /** @param news late news by loop and batch */
    boolean known(Counts counts, List<List<Batch>> news) {
        List<OperationSample> samples = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            List<OperationCounts> batches = counts.batches().get(kind.ordinal());
            samples.add(new OperationSample(
                    kind,
                    profile.limitMillis(kind),
                    closed(batches, OperationCounts::late),
                    closed(batches, OperationCounts::lateService),
                    closed(batches, OperationCounts::failed),
                    0));
        }
        List<Batch> all = news.stream().reduce(List.of(), Batch::sum);
        return EarlyAnswer.known(samples, all.subList(0, Math.min(looked, all.size())));
    }

    private List<Batch> closed(List<OperationCounts> batches, ToLongFunction<OperationCounts> bad) {
        return batches.stream()
                .limit(looked)
                .map(count -> new Batch(count.starts(), bad.applyAsLong(count)))
                .toList();
    }
}
