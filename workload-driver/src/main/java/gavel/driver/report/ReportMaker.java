package gavel.driver.report;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.Batches;
import gavel.driver.api.AgentFindings.PeopleFindings;
import gavel.driver.api.AgentFindings.TenSeconds;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.arrival.ArrivalTimes;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.qos.Batch;
import gavel.driver.qos.Course;
import gavel.driver.qos.DriverDelay;
import gavel.driver.qos.EarlyAnswer;
import gavel.driver.qos.ExpectedBids;
import gavel.driver.qos.Judgement;
import gavel.driver.qos.Measurement;
import gavel.driver.qos.NewsSample;
import gavel.driver.qos.OperationSample;
import gavel.driver.qos.Service;
import gavel.driver.record.Latencies;
import gavel.driver.record.OperationCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** Turns what the agents of a run have measured into one report, and judges it. Pure. */
public final class ReportMaker {
    private final Profile profile;
    private final LoadShape shape;

    /** @param shape how the number of users should go */
    public ReportMaker(Profile profile, LoadShape shape) {
        this.profile = profile;
        this.shape = shape;
    }

    /**
     * @param bids null where no model says how many there should be
     * @throws IllegalArgumentException when the findings are not those of every agent of one run
     */
    public LoadReport report(List<AgentFindings> findings, ExpectedBids bids) {
        MergedFindings merged = new MergedFindings(findings);
        Drivers drivers = new Drivers(merged.all());
        AgentFindings first = merged.first();
        Rate rate = rate(merged, bids);
        Measurement measurement = new Measurement(
                first.users(),
                samples(merged, DriverDelay.worst(drivers.states())),
                new NewsSample(
                        profile.newsLimitMillis(),
                        batches(merged.newsBatches(), TenSeconds::late),
                        batches(merged.newsBatches(), TenSeconds::lateService),
                        merged.total(each -> each.news().undelivered()),
                        merged.bids()),
                merged.mix(),
                rate,
                drivers.states(),
                merged.meanResponseMillis(),
                course(merged),
                bids,
                service(merged));
        return new LoadReport(
                first.profile(),
                first.seed(),
                first.users(),
                first.startedAtMillis(),
                first.measuredFromMillis(),
                first.measuredToMillis(),
                operations(merged),
                news(merged),
                Judgement.mix(merged.mix()),
                rate,
                drivers.health(),
                Latencies.of(merged.distribution(each -> each.driver().lateness())),
                merged.counters(),
                Judgement.of(measurement, profile),
                merged.firstFailures(),
                drivers.shares(),
                shape);
    }

    /** Whether the answer of all agents together is beyond doubt after so many ten seconds, whose operations are over. */
    public boolean known(List<Batches> agents, int closed) {
        List<OperationSample> samples = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            List<TenSeconds> looked = first(closed, MergedFindings.batches(agents, kind));
            samples.add(new OperationSample(
                    kind,
                    profile.limitMillis(kind),
                    batches(looked, TenSeconds::late),
                    batches(looked, TenSeconds::lateService),
                    batches(looked, TenSeconds::failed),
                    0));
        }
        return EarlyAnswer.known(samples, batches(first(closed, MergedFindings.news(agents)), TenSeconds::late));
    }

    private static List<TenSeconds> first(int count, List<TenSeconds> batches) {
        return batches.subList(0, Math.min(count, batches.size()));
    }

    private List<OperationReport> operations(MergedFindings merged) {
        List<OperationReport> reports = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            OperationCounts counts = merged.counts(kind);
            reports.add(new OperationReport(
                    kind.title(),
                    kind.background(),
                    profile.limitMillis(kind),
                    counts.starts(),
                    counts.succeeded(),
                    kind.longPoll() ? 0 : counts.late(),
                    counts.overruns(),
                    counts.failuresByLabel(),
                    Latencies.of(merged.response(kind)),
                    Latencies.of(merged.service(kind))));
        }
        return reports;
    }

    private List<OperationSample> samples(MergedFindings merged, DriverDelay delay) {
        List<OperationSample> samples = new ArrayList<>();
        LateByServer lateByServer = new LateByServer(delay.allowanceMillis());
        for (OperationKind kind : OperationKind.values()) {
            List<TenSeconds> batches = merged.batches(kind);
            Histogram service = merged.service(kind);
            samples.add(new OperationSample(
                    kind,
                    profile.limitMillis(kind),
                    batches(batches, TenSeconds::late),
                    batches(batches, TenSeconds::lateService),
                    batches(batches, TenSeconds::failed),
                    lateByServer.count(profile.limitMillis(kind), service),
                    merged.causes(kind)));
        }
        return samples;
    }

    private static List<Batch> batches(List<TenSeconds> counts, ToLongFunction<TenSeconds> bad) {
        return counts.stream()
                .map(count -> new Batch(count.starts(), bad.applyAsLong(count)))
                .toList();
    }

    private Rate rate(MergedFindings merged, ExpectedBids bids) {
        double userSeconds = merged.people(PeopleFindings::userSeconds);
        long mainStarts = Arrays.stream(OperationKind.values())
                .filter(kind -> !kind.background())
                .mapToLong(kind -> merged.counts(kind).starts())
                .sum();
        return new Rate(
                userSeconds,
                mainStarts,
                userSeconds / profile.cycle().drawnMean() + merged.people(PeopleFindings::edgeStarts),
                merged.people(PeopleFindings::attendedSeconds),
                merged.people(PeopleFindings::polledSeconds),
                userSeconds == 0 ? 0 : merged.total(each -> each.people().acceptedBids()) / userSeconds,
                bids == null || userSeconds == 0 ? profile.acceptedBidsPerUserSecond() : bids.mean() / userSeconds);
    }

    /** Of the first driver that ended its load as it was served nothing while others were; else of all. */
    private static Service service(MergedFindings merged) {
        Service all = new Service(
                merged.total(each -> each.people().sessionsFailed()),
                merged.total(each -> each.people().succeeded()),
                merged.firstFailures().stream().findFirst().orElse(null));
        if (all.nothingServed()) {
            return all;
        }
        return merged.all().stream()
                .filter(each -> each.driver().missingMillis() > 0)
                .map(each -> new Service(
                        each.agent().name(),
                        each.people().sessionsFailed(),
                        each.people().succeeded(),
                        each.firstFailures().stream().findFirst().orElse(null)))
                .filter(Service::nothingServed)
                .findFirst()
                .orElse(all);
    }

    private Course course(MergedFindings merged) {
        AgentFindings first = merged.first();
        double seconds = (first.measuredToMillis() - first.measuredFromMillis()) / 1e3;
        if (shape.varying()) {
            return new Course(shape, shape.path().userSeconds(seconds), merged.people(PeopleFindings::userSeconds));
        }
        if (shape.arrivals() != null) {
            long from = (first.measuredFromMillis() - first.startedAtMillis()) * 1_000_000L;
            long asked = ArrivalTimes.between(shape.arrivals(), first.seed(), from, from + (long) (seconds * 1e9));
            // Whoever finds every account in use has come; another rule is about that.
            long came = merged.counters().getOrDefault("sessionsStarted", 0L)
                    + merged.total(each -> each.driver().withoutAccount());
            return new Course(shape, asked, came);
        }
        return Course.CONSTANT;
    }

    private NewsReport news(MergedFindings merged) {
        return new NewsReport(
                profile.newsLimitMillis(),
                merged.total(each -> each.news().pairs()),
                merged.total(each -> each.news().late()),
                merged.total(each -> each.news().undelivered()),
                Latencies.of(merged.distribution(each -> each.news().latency())),
                Latencies.of(merged.distribution(each -> each.news().ownScreen())));
    }
}
