package gavel.harness.result;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.List;

/** The seconds of a run as a table: one row for each operation of a second, and one named {@code *} for the second as a whole. */
final class IntervalsCsv {
    static final String HEADER =
            "second,atMillis,phase,users,operation,starts,completed,late,failed,p99Micros,newsPairs,newsLate,busyShare,"
                    + "latenessP99Micros,exchanges\n";

    private IntervalsCsv() {}

    static String of(List<IntervalReport> intervals) {
        StringBuilder csv = new StringBuilder(HEADER);
        for (IntervalReport i : intervals) {
            csv.append(Csv.line(
                    i.second(),
                    i.atMillis(),
                    i.phase(),
                    i.users(),
                    "*",
                    i.operations().stream().mapToLong(OperationInterval::starts).sum(),
                    i.operations().stream()
                            .mapToLong(OperationInterval::completed)
                            .sum(),
                    i.operations().stream().mapToLong(OperationInterval::late).sum(),
                    i.operations().stream().mapToLong(OperationInterval::failed).sum(),
                    null,
                    i.newsPairs(),
                    i.newsLate(),
                    i.busyShare(),
                    i.latenessP99Micros(),
                    i.exchanges()));
            for (OperationInterval o : i.operations()) {
                Long p99 = o.p99Micros() < 0 ? null : o.p99Micros();
                csv.append(Csv.line(
                        i.second(),
                        i.atMillis(),
                        i.phase(),
                        i.users(),
                        o.name(),
                        o.starts(),
                        o.completed(),
                        o.late(),
                        o.failed(),
                        p99,
                        null,
                        null,
                        null,
                        null,
                        null));
            }
        }
        return csv.toString();
    }
}
