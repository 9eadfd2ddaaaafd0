package gavel.harness.peak;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.result.Figures;
import java.util.List;

/**
 * Whether a few seconds of a climb were beyond what a system can carry. Then more than one in twenty of the operations that ended were late
 * or failed, or less than half of what was started came to an end. Rough on purpose; what it finds is only where the search begins. Pure.
 */
public final class ClimbWindow {
    private static final double LATE = 0.05;
    private static final double ENDED = 0.5;
    private static final long FEW = 10;

    private ClimbWindow() {}

    public static boolean broken(List<IntervalReport> seconds) {
        List<OperationInterval> operations = seconds.stream()
                .flatMap(second -> second.operations().stream())
                .filter(operation -> !Figures.held(operation.name()))
                .toList();
        long starts = operations.stream().mapToLong(OperationInterval::starts).sum();
        long completed =
                operations.stream().mapToLong(OperationInterval::completed).sum();
        long failed = operations.stream().mapToLong(OperationInterval::failed).sum();
        long late = operations.stream().mapToLong(OperationInterval::late).sum();
        long ended = completed + failed;
        return starts >= FEW && ended < ENDED * starts || late + failed > Math.max(2, LATE * ended);
    }
}
