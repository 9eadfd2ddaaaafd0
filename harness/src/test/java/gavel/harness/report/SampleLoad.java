package gavel.harness.report;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.KnownQuantiles;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.FailedExchange;
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
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.Histogram;

/** A driver's report with plausible distributions. */
final class SampleLoad {
    private static final long SEED = 7;
    /** They are all alike. */
    private static final Map<String, LoadReport> MADE = new ConcurrentHashMap<>();

    private static final long FROM = SampleResults.START.toEpochMilli() + 60_000;

    /** An operation of the profile: share of starts, limit, median of the service time. */
    private record Shape(String name, double share, long limitMillis, double medianMillis) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape("Home", 0.03, 2000, 4),
            new Shape("Register", 0.001, 3000, 12),
            new Shape("Login", 0.03, 3000, 11),
            new Shape("ListAuctions", 0.16, 2000, 7),
            new Shape("SearchItems", 0.11, 2000, 18),
            new Shape("AuctionDetail", 0.12, 2000, 15),
            new Shape("ItemDetail", 0.12, 2000, 9),
            new Shape("ViewImage", 0.07, 5000, 5),
            new Shape("JoinAuction", 0.06, 4000, 14),
            new Shape("LeaveAuction", 0.04, 2000, 5),
            new Shape("CurrentLot", 0.10, 3000, 6),
            new Shape("NextBid", 0.30, 40_000, 1800),
            new Shape("PlaceBid", 0.05, 2000, 12),
            new Shape("BidHistory", 0.06, 2000, 8),
            new Shape("AttendanceHistory", 0.05, 2000, 7),
            new Shape("PurchaseHistory", 0.06, 2000, 13),
            new Shape("ViewProfile", 0.06, 2000, 4),
            new Shape("UpdateProfile", 0.07, 2000, 9),
            new Shape("AddItem", 0.09, 2000, 7),
            new Shape("UploadImage", 0.06, 5000, 55),
            new Shape("ManageAuction", 0.025, 3000, 16),
            new Shape("Logout", 0.025, 3000, 5));

    private SampleLoad() {}

    static LoadReport report(int users, double slowness, List<RuleOutcome> rules) {
        return MADE.computeIfAbsent(users + " " + slowness, _ -> made(users, slowness))
                .with(rules);
    }

    private static LoadReport made(int users, double slowness) {
        Random random = new Random(SEED);
        List<OperationReport> operations = new ArrayList<>();
        for (Shape shape : SHAPES) {
            long starts = Math.max(3, Math.round(shape.share() * users * 0.25 * 60));
            double slow = shape.name().equals("NextBid") ? 1 : slowness;
            Histogram response = lognormal(random, starts, shape.medianMillis() * slow * 1000, 0.6);
            Histogram service = lognormal(random, starts, shape.medianMillis() * slow * 950, 0.58);
            long late = shape.limitMillis() == 0
                    ? 0
                    : starts - response.getCountBetweenValues(0, shape.limitMillis() * 1000);
            operations.add(new OperationReport(
                    shape.name(),
                    shape.name().equals("NextBid") || shape.name().equals("CurrentLot"),
                    shape.limitMillis(),
                    starts,
                    starts,
                    late,
                    late / 3,
                    Map.of(),
                    latency(response),
                    latency(service)));
        }
        Latency news = latency(lognormal(random, 20_000, 14_000 * slowness, 0.7));
        return new LoadReport(
                new Profile("liveauction", "1", "9f2c41d07c5b8d3aa1c6e0", true),
                42,
                users,
                FROM - 30_000,
                FROM,
                FROM + 60_000,
                operations,
                new NewsReport(2000, 20_000, slowness > 1 ? 900 : 2, 0, news, news),
                mix(users),
                new Rate(users * 60.0, users * 11.9, users * 12.0, users * 110.0, users * 109.6, 0.0042, 0.0041),
                new DriverHealth(1, slowness > 1 ? 0.62 : 0.14, 0.006, 9.7, 0.002, 412, 20_000, 0),
                latency(lognormal(random, 5000, 300, 0.4)),
                Map.of("bytesIn", 812_345_678L, "exchanges", 61_234L, "connectionsOpened", 1_402L),
                List.of(),
                List.of(new FailedExchange(
                        FROM + 12_000,
                        "SearchItems",
                        "GET /api/items?q=<script>alert(1)</script>&page=0",
                        "status",
                        "expected 200, got 503 \"busy\" & Retry-After 1")),
                List.of(),
                LoadShape.CONSTANT);
    }

    static Histogram lognormal(Random random, long count, double medianMicros, double sigma) {
        Histogram histogram = new Histogram(600_000_000L, 3);
        for (long i = 0; i < count; i++) {
            double value = medianMicros * Math.exp(sigma * random.nextGaussian());
            histogram.recordValue(Math.clamp((long) value, 1, 600_000_000L));
        }
        return histogram;
    }

    static Latency latency(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
        List<Percentile> percentiles = List.of(0.5, 0.9, 0.99, 0.999).stream()
                .filter(q -> KnownQuantiles.known(q, histogram.getTotalCount()))
                .map(q -> new Percentile(q, histogram.getValueAtPercentile(100 * q)))
                .toList();
        return new Latency(
                histogram.getTotalCount(), histogram.getMean(), histogram.getMaxValue(), percentiles, encoded);
    }

    private static List<MixShare> mix(int users) {
        return List.of(
                new MixShare("ListAuctions", users * 3L, 0.21, 0.214, 0.021),
                new MixShare("SearchItems", users * 2L, 0.14, 0.137, 0.014),
                new MixShare("AddItem", users, 0.12, 0.118, 0.012));
    }

    static List<RuleOutcome> goodRules() {
        return List.of(
                rule("driverBusy", "loop 1", Status.PASS, "14 %", "80 %", "The driver had capacity left."),
                rule("response", "limit 2 s", Status.PASS, "0.02 % late", "1 %", "Responses were in time."),
                rule("response", "Register", Status.INFO, "0 % late", "1 %", "Too few samples to be judged alone."),
                rule("news", "", Status.PASS, "p99 71 ms", "2 s", "News arrived in time."),
                rule(
                        "failures",
                        "limit 2 s",
                        Status.MARGINAL,
                        "0.48 %",
                        "0.5 %",
                        "Failures: bounds straddle the limit."),
                rule("mix", "", Status.PASS, "within tolerance", "20 %", "The mix is as asked for."));
    }

    static List<RuleOutcome> brokenRules() {
        return List.of(
                rule("driverBusy", "loop 1", Status.PASS, "62 %", "80 %", "The driver had capacity left."),
                rule(
                        "response",
                        "SearchItems",
                        Status.FAIL,
                        "6.8 % late",
                        "1 %",
                        "6.8 % of SearchItems were later than 2 s (at most 1 %)."),
                rule(
                        "response",
                        "UploadImage",
                        Status.FAIL,
                        "9.1 % late",
                        "1 %",
                        "9.1 % of UploadImage were later than 5 s."),
                rule("news", "", Status.FAIL, "4.5 % late", "1 %", "4.5 % of the news arrived later than 2 s."));
    }

    private static RuleOutcome rule(
            String rule, String subject, Status status, String actual, String bound, String message) {
        return new RuleOutcome(rule, subject, status, actual, bound, message);
    }

    static List<IntervalReport> intervals(int users, double slowness) {
        Random random = new Random(SEED + 1);
        List<IntervalReport> intervals = new ArrayList<>();
        for (int second = 1; second <= 105; second++) {
            String phase = second <= 15
                    ? "RAMP"
                    : second <= 30 ? "WARM_UP" : second <= 90 ? "MEASURE" : second <= 95 ? "HOLD" : "RAMP_DOWN";
            double level = second <= 15 ? second / 15.0 : second <= 95 ? 1 : (105 - second) / 10.0;
            List<OperationInterval> operations = new ArrayList<>();
            for (Shape shape : SHAPES) {
                long starts = Math.round(shape.share() * users * 0.25 * level * (0.8 + 0.4 * random.nextDouble()));
                double p99 =
                        shape.medianMillis() * 4 * slowness * (0.6 + 0.8 * random.nextDouble()) * (0.4 + 0.6 * level);
                operations.add(new OperationInterval(
                        shape.name(),
                        starts,
                        starts,
                        slowness > 1 ? starts / 20 : 0,
                        0,
                        KnownQuantiles.known(0.99, 5 * starts) ? Math.round(1000 * p99) : -1,
                        starts == 0 ? -1 : Math.round(1500 * p99)));
            }
            long at = FROM - 30_000 + second * 1000L;
            intervals.add(new IntervalReport(
                    second, at, phase, (int) Math.round(users * level), operations, 300, 0, 0.14, 640, users));
        }
        return intervals;
    }
}
