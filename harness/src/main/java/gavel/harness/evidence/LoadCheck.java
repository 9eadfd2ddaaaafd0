package gavel.harness.evidence;

import gavel.driver.api.KnownQuantiles;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.harness.result.Figures;
import gavel.harness.result.Histograms;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Makes every figure of a load again from its distributions and counts, and holds the two against each other. Pure. */
final class LoadCheck {
    private static final double ROUNDING = 1e-9;

    private final LoadReport load;
    private final Findings findings;
    private final Map<String, Histogram> histograms = new LinkedHashMap<>();

    LoadCheck(LoadReport load, Findings findings) {
        this.load = load;
        this.findings = findings;
    }

    void check() {
        distributions().forEach((tag, latency) -> latency(tag, latency)
                .ifPresent(histogram -> histograms.put(tag, histogram)));
        for (int i = 0; i < load.drivers().size(); i++) {
            latency("drivers[" + i + "].lateness", load.drivers().get(i).lateness());
        }
        if (load.news() != null) {
            latency("news.ownScreen", load.news().ownScreen());
            findings.that(
                    load.news().late() <= load.news().pairs(),
                    where("news.late"),
                    "more pairs were late than there were: " + load.news().late());
        }
        load.operations().forEach(this::counts);
        findings.that(
                load.operations().stream().map(OperationReport::name).distinct().count()
                        == load.operations().size(),
                where("operations"),
                "an operation stands there twice");
        mix();
        if (load.rate() != null) {
            findings.same(
                    load.rate().mainStarts(),
                    load.operations().stream()
                            .filter(operation -> !operation.background())
                            .mapToLong(OperationReport::starts)
                            .sum(),
                    ROUNDING,
                    where("rate.mainStarts"),
                    "the starts of all operations of people");
        }
        if (!load.drivers().isEmpty()) {
            findings.same(
                    load.users(),
                    load.drivers().stream().mapToInt(driver -> driver.users()).sum(),
                    where("users"),
                    "the users of all drivers");
        }
    }

    /** By the tag they have in the driver's histogram logs, as far as they can be read. */
    Map<String, Histogram> histograms() {
        return histograms;
    }

    private Map<String, Latency> distributions() {
        Map<String, Latency> distributions = new LinkedHashMap<>();
        load.operations().forEach(operation -> {
            distributions.put(operation.name() + ".response", operation.response());
            distributions.put(operation.name() + ".service", operation.service());
        });
        if (load.news() != null) {
            distributions.put("news", load.news().latency());
        }
        if (load.lateness() != null) {
            distributions.put("lateness", load.lateness());
        }
        return distributions;
    }

    static String where(String path) {
        return "load." + path;
    }

    private Optional<Histogram> latency(String name, Latency latency) {
        String where = where(name);
        if (latency == null || !Histograms.kept(latency)) {
            findings.that(
                    latency == null
                            || latency.count() == 0 && latency.percentiles().isEmpty(),
                    where,
                    "there are samples and no histogram of them");
            return Optional.empty();
        }
        Histogram histogram;
        try {
            histogram = Histograms.parsed(latency.histogram());
        } catch (IllegalStateException damaged) {
            findings.contradiction(where, damaged.getMessage());
            return Optional.empty();
        }
        findings.same(latency.count(), histogram.getTotalCount(), where, "its count by its histogram");
        boolean none = histogram.getTotalCount() == 0;
        findings.same(
                latency.maxMicros(), none ? 0L : histogram.getMaxValue(), where, "its largest value by its histogram");
        findings.same(
                latency.meanMicros(),
                none ? 0 : histogram.getMean(),
                ROUNDING * Math.max(1, latency.meanMicros()),
                where,
                "its mean by its histogram");
        List<Percentile> percentiles = KnownQuantiles.REPORTED.stream()
                .filter(quantile -> KnownQuantiles.known(quantile, histogram.getTotalCount()))
                .map(quantile -> new Percentile(quantile, histogram.getValueAtPercentile(quantile * 100)))
                .toList();
        findings.same(latency.percentiles(), percentiles, where, "its percentiles by its histogram");
        return Optional.of(histogram);
    }

    /** Every start of an operation that is not held succeeded, timed out, was wrong, or was still open at the end. */
    private void counts(OperationReport operation) {
        String where = where(operation.name());
        long failed = operation.failures().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        findings.that(
                operation.succeeded() + failed <= operation.starts(),
                where,
                operation.starts() + " starts cannot have " + operation.succeeded() + " successes and " + failed
                        + " failures");
        if (Figures.held(operation.name())) {
            return;
        }
        long wrong = operation.failed();
        findings.same(
                operation.response().count(),
                operation.starts() - wrong,
                where,
                "the samples of its responses, by its starts without wrong answers,");
        late(operation, where, operation.starts() - operation.succeeded() - wrong);
    }

    /** What timed out or was still open is late however long it took. */
    private void late(OperationReport operation, String where, long unanswered) {
        long limit = operation.limitMillis() * 1_000;
        Histogram responses = histograms.get(operation.name() + ".response");
        if (responses == null || limit <= 0) {
            return;
        }
        long surely = above(responses, responses.highestEquivalentValue(limit) + 1);
        long perhaps = above(responses, responses.lowestEquivalentValue(limit)) + unanswered;
        findings.that(
                surely <= operation.late() && operation.late() <= perhaps,
                where,
                "by its histogram " + surely + " to " + perhaps + " starts were later than its limit: "
                        + operation.late());
    }

    private static long above(Histogram histogram, long micros) {
        return micros > histogram.getMaxValue() ? 0 : histogram.getCountBetweenValues(micros, histogram.getMaxValue());
    }

    private void mix() {
        double starts = load.mix().stream().mapToLong(MixShare::starts).sum();
        for (MixShare share : load.mix()) {
            findings.same(
                    share.actual(),
                    starts == 0 ? 0 : share.starts() / starts,
                    ROUNDING,
                    where("mix." + share.operation()),
                    "its share by its starts");
        }
    }
}
