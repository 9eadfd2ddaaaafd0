package gavel.driver.qos;

import gavel.driver.profile.OperationKind;
import java.util.List;

/**
 * What was seen of one operation over the measurement, as far as the rules look at it. Every start is in time, late or failed.
 *
 * @param late in ten-second batches of the intended start; time-outs count as late
 * @param lateService the same, judged by service time from the first write
 * @param failed failures in the same batches; of a long poll its time-outs too
 * @param lateByServer starts that exceeded the limit, from the first write, by more than the driver's own delay can explain
 * @param causes of the failures
 */
public record OperationSample(
        OperationKind kind,
        long limitMillis,
        List<Batch> late,
        List<Batch> lateService,
        List<Batch> failed,
        long lateByServer,
        Causes causes) {
    public OperationSample {
        late = List.copyOf(late);
        lateService = List.copyOf(lateService);
        failed = List.copyOf(failed);
    }

    /** Of whose failures no cause is known. */
    public OperationSample(
            OperationKind kind,
            long limitMillis,
            List<Batch> late,
            List<Batch> lateService,
            List<Batch> failed,
            long lateByServer) {
        this(kind, limitMillis, late, lateService, failed, lateByServer, Causes.UNKNOWN);
    }

    public long starts() {
        return late.stream().mapToLong(Batch::starts).sum();
    }

    /** The operations of a pool as one. */
    OperationSample pooledWith(OperationSample other) {
        return new OperationSample(
                kind,
                limitMillis,
                Batch.sum(late, other.late),
                Batch.sum(lateService, other.lateService),
                Batch.sum(failed, other.failed),
                lateByServer + other.lateByServer,
                causes.with(other.causes));
    }
}
