package gavel.harness.evidence;

import gavel.driver.api.KnownQuantiles;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.driver.api.LoadReport.Profile;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.LoadShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A report in which everything goes together, of a minute: 2,000 starts of Home, of which 1,990 succeeded, 4 were answered wrongly and 6 timed
 * out; 500 of Login, all well. What a test changes no longer does.
 */
final class LoadBuilder {
    static final long FROM = 1_000_000;

    /** 1,980 within 10 ms, and 10 that took 3 s beside the 6 that timed out after as long. */
    final Histogram home = histogram(1_980, 10_000, 16, 3_000_000);

    final Histogram login = histogram(500, 20_000, 0, 0);
    final Histogram news = histogram(1_000, 50_000, 5, 2_500_000);

    long measuredMillis = 60_000;
    long starts = 2_000;
    long succeeded = 1_990;
    long late = 16;
    Map<String, Long> failures = Map.of("status", 4L, "responseTimeout", 6L);
    Latency response = latency(home);
    Latency ofNews = latency(news);
    long pairs = 1_005;
    long lateNews = 5;
    double mainStarts = 2_500;
    List<MixShare> mix = List.of(new MixShare("Home", 2_000, 0.8, 0.8, 0.1), new MixShare("Login", 500, 0.2, 0.2, 0.1));
    List<OperationReport> more = List.of();
    List<RuleOutcome> rules = new ArrayList<>(goodRules());

    static Histogram histogram(long many, long micros, long few, long slowMicros) {
        Histogram histogram = new Histogram(1, 600_000_000L, 3);
        if (many > 0) {
            histogram.recordValueWithCount(micros, many);
        }
        if (few > 0) {
            histogram.recordValueWithCount(slowMicros, few);
        }
        return histogram;
    }

    static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    static Latency latency(Histogram histogram) {
        List<Percentile> percentiles = KnownQuantiles.REPORTED.stream()
                .filter(quantile -> KnownQuantiles.known(quantile, histogram.getTotalCount()))
                .map(quantile -> new Percentile(quantile, histogram.getValueAtPercentile(100 * quantile)))
                .toList();
        return new Latency(
                histogram.getTotalCount(),
                histogram.getMean(),
                histogram.getMaxValue(),
                percentiles,
                encoded(histogram));
    }

    static RuleOutcome rule(String rule, String subject, Status status, String actual, String bound) {
        return new RuleOutcome(rule, subject, status, actual, bound, "a message");
    }

    private static List<RuleOutcome> goodRules() {
        return List.of(
                // 16 of 2,000 are 0.80 %, 4 of 2,000 are 0.20 %, and 5 of 1,005 are 0.4975 %.
                rule("response", "Home", Status.PASS, "0.80 % of 2,000", "at most 1 %"),
                rule("response", "Login", Status.TOO_FEW, "0.00 % of 500", "at most 1 %"),
                rule("failures", "Home", Status.PASS, "0.20 % of 2,000", "at most 0.5 %"),
                rule("failures", "Login", Status.PASS, "0.00 % of 500", "at most 0.5 %"),
                rule("news", "accepted bids seen by followers", Status.PASS, "0.50 % of 1,005", "at most 1 %"),
                rule("mix", "Home", Status.PASS, "80.00 %", "80 % +- 10"),
                rule("mix", "Login", Status.PASS, "20.00 %", "20 % +- 10"),
                rule("rate", "main starts", Status.PASS, "100.00 %", "at least 90 %"),
                rule("rate", "long polls", Status.PASS, "99.00 %", "at least 95 %"));
    }

    LoadBuilder without(String rule, String subject) {
        rules.removeIf(each -> each.rule().equals(rule) && each.subject().equals(subject));
        return this;
    }

    LoadBuilder with(RuleOutcome outcome) {
        without(outcome.rule(), outcome.subject());
        rules.add(outcome);
        return this;
    }

    LoadReport build() {
        Latency good = latency(login);
        List<OperationReport> operations = new ArrayList<>(List.of(
                new OperationReport("Home", false, 2_000, starts, succeeded, late, 0, failures, response, response),
                new OperationReport("Login", false, 3_000, 500, 500, 0, 0, Map.of(), good, good)));
        operations.addAll(more);
        return new LoadReport(
                new Profile("liveauction", "1", "9f2c", true),
                42,
                100,
                FROM - 30_000,
                FROM,
                FROM + measuredMillis,
                operations,
                new NewsReport(2_000, pairs, lateNews, 0, ofNews, ofNews),
                mix,
                new Rate(6_000, mainStarts, 2_500, 1_000, 990, 0.004, 0.004),
                new DriverHealth(1, 0.14, 0.006, 9.7, 0.002, 412, 20_000, 0),
                latency(histogram(5_000, 300, 0, 0)),
                Map.of("exchanges", 3_000L),
                rules,
                List.of(),
                List.of(),
                LoadShape.CONSTANT);
    }
}
