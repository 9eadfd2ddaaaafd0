package gavel.auction.bench;

import java.io.PrintStream;
import java.util.Locale;

/** What was measured of one injection: a line of the table. */
record Measurement(
        String what, Pace pace, Moment before, Moment after, Latencies confirms, Latencies answers, Latencies news) {
    static final String HISTORY_LAG = "gavel_outbox_lag_seconds";

    private static final String DECISION = "gavel_engine_decision_seconds";
    private static final String TOLD = "gavel_engine_news_seconds";
    private static final String BATCH = "gavel_engine_batch_size";
    private static final String TRANSACTION = "gavel_engine_transaction_seconds";
    private static final String HEADER = "%-30s%s%n%-30s%s"
            .formatted(
                    "",
                    "            bids a second   a transaction  arrival->decision    ->told sent->confirmed           sent->answered"
                            + "  decision->news",
                    "",
                    "     asked    done accepted     bids        ms     p50     p99        p99     p50     p99     p50     p99"
                            + "     max     p50     p99");

    /** Counts at one time; the node's metrics are empty while there is no node. */
    record Moment(long nanos, long confirmed, long answered, long accepted, Meters meters, ProcessorTime processors) {}

    static void header(PrintStream out) {
        out.println(HEADER);
    }

    private double seconds() {
        return (after.nanos - before.nanos) / 1e9;
    }

    /** Bids answered, or confirmed where nobody answers. */
    double perSecond() {
        boolean confirmed = pace instanceof Pace.Saturating saturating && !saturating.answered();
        return (confirmed ? after.confirmed - before.confirmed : after.answered - before.answered) / seconds();
    }

    /** 99th percentile from a bid's arrival at its owner to its commit, as an upper bound. */
    double decisionMillis() {
        return meters().millis(DECISION, 0.99);
    }

    private Meters meters() {
        return after.meters.since(before.meters);
    }

    void print(PrintStream out) {
        Meters meters = meters();
        StringBuilder line = new StringBuilder("%-30s".formatted(what));
        line.append(pace instanceof Pace.Steady steady ? "%,10d".formatted(steady.perSecond()) : "      most");
        number(line, "%,8.0f", perSecond());
        number(line, "%,9.0f", (after.accepted - before.accepted) / seconds());
        number(line, "%9.1f", meters.mean(BATCH));
        number(line, "%10.1f", meters.mean(TRANSACTION) * 1_000);
        number(line, "%8.1f", meters.millis(DECISION, 0.5));
        number(line, "%8.1f", meters.millis(DECISION, 0.99));
        number(line, "%11.1f", meters.millis(TOLD, 0.99));
        for (Latencies latencies : new Latencies[] {confirms, answers, news}) {
            number(line, "%8.1f", latencies.millis(0.5));
            number(line, "%8.1f", latencies.millis(0.99));
            if (latencies == answers) {
                number(line, "%8.1f", latencies.millis(1));
            }
        }
        out.println(line);
        out.println(processors());
    }

    private String processors() {
        StringBuilder line = new StringBuilder("  processors used:");
        ProcessorTime used = after.processors.since(before.processors);
        used.seconds().forEach((name, seconds) -> line.append(" %s %.2f,".formatted(name, seconds / seconds())));
        line.append(" others %.2f".formatted(used.others() / seconds()));
        line.append(" of %d; history behind by %.1f s"
                .formatted(Runtime.getRuntime().availableProcessors(), after.meters.of(HISTORY_LAG)));
        return line.toString();
    }

    /** What was not measured is a dash. */
    private static void number(StringBuilder line, String format, double value) {
        String shown = String.format(Locale.ROOT, format, Double.isNaN(value) ? 0 : value);
        line.append(Double.isNaN(value) ? " ".repeat(shown.length() - 1) + "-" : shown);
    }
}
