package gavel.harness.result;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.List;

/** The seconds of a run as a table: one row for each operation of a second, and one named {@code *} for the second as a whole, held requests apart. */
public final class IntervalsCsv {
    private static final String HEADER =
            "second,atMillis,phase,users,operation,starts,completed,late,failed,p99Micros,maxMicros,newsPairs,newsLate,busyShare,"
                    + "latenessP99Micros,exchanges\n";

    private IntervalsCsv() {}

    public static String header() {
        return HEADER;
    }

    public static String of(List<IntervalReport> intervals) {
        StringBuilder csv = new StringBuilder(HEADER);
        for (IntervalReport i : intervals) {
            List<OperationInterval> done =
                    i.operations().stream().filter(o -> !Figures.held(o.name())).toList();
            csv.append(Csv.line(
                    i.second(),
                    i.atMillis(),
                    i.phase(),
                    i.users(),
                    "*",
                    done.stream().mapToLong(OperationInterval::starts).sum(),
                    done.stream().mapToLong(OperationInterval::completed).sum(),
                    done.stream().mapToLong(OperationInterval::late).sum(),
                    done.stream().mapToLong(OperationInterval::failed).sum(),
                    null,
                    null,
                    i.newsPairs(),
                    i.newsLate(),
                    i.busyShare(),
                    known(i.latenessP99Micros()),
                    i.exchanges()));
            for (OperationInterval o : i.operations()) {
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
                        known(o.p99Micros()),
                        known(o.maxMicros()),
                        null,
                        null,
                        null,
                        null,
                        null));
            }
        }
        return csv.toString();
    }

    private static Long known(long micros) {
        return micros < 0 ? null : (Long) micros;
    }
}
