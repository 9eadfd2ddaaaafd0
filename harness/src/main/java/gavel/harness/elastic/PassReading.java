package gavel.harness.elastic;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.shape.LoadPath;
import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionEvent.Step;
import gavel.harness.quality.Quality;
import java.util.ArrayList;
import java.util.List;

/** Reads how supply followed demand from what was seen along the path. Pure. */
public final class PassReading {
    private static final long SECOND_MILLIS = 1_000;

    private final DemandTable table;
    private final LoadPath path;
    private final long zero;
    private final double seconds;
    private final int first;

    /**
     * @param zero when the path began, in milliseconds since 1970
     * @param first servers there were then
     */
    public PassReading(DemandTable table, LoadPath path, long zero, int first) {
        this.table = table;
        this.path = path;
        this.zero = zero;
        this.seconds = path.seconds();
        this.first = first;
    }

    /** @param all seconds of the load, those outside of the path too */
    public ElasticPass read(int number, List<IntervalReport> all, List<ScalingEvent> events, RequestCounts requests) {
        Steps demand = table.demand(path, seconds);
        Steps supply = steps(events, Stage.READY, Stage.OUT_OF_SERVICE);
        List<IntervalReport> along = all.stream()
                .filter(second -> second.atMillis() > zero && second.atMillis() <= zero + 1_000 * seconds)
                .toList();
        List<ElasticPass.Second> course =
                along.stream().map(second -> second(second, demand, supply)).toList();
        return pass(
                number, problem(events, along.size()), events, links(demand, supply, along, events, requests), course);
    }

    /** The same pass from the events and seconds that it keeps. Its links stay as they are: what each server was asked is not kept. */
    public ElasticPass again(ElasticPass told) {
        Steps demand = table.demand(path, seconds);
        Steps supply = steps(told.events(), Stage.READY, Stage.OUT_OF_SERVICE);
        return pass(
                told.number(),
                told.counts() ? problem(told.events(), told.course().size()) : told.problem(),
                told.events(),
                told.links(),
                told.course().stream()
                        .map(second -> new ElasticPass.Second(
                                second.at(),
                                second.users(),
                                second.ended(),
                                second.bad(),
                                demand.at(second.at()),
                                supply.at(second.at())))
                        .toList());
    }

    private ElasticPass pass(
            int number,
            String problem,
            List<ScalingEvent> events,
            List<ElasticPass.Joined> links,
            List<ElasticPass.Second> course) {
        Steps demand = table.demand(path, seconds);
        Steps supply = steps(events, Stage.READY, Stage.OUT_OF_SERVICE);
        return new ElasticPass(
                number,
                problem,
                zero,
                seconds,
                demand,
                supply,
                ElasticityMetrics.of(demand, supply, seconds),
                ElasticityMetrics.of(table.optimistic().demand(path, seconds), supply, seconds),
                ElasticityMetrics.of(table.pessimistic().demandOfAllAtMost(path, seconds), supply, seconds),
                ElasticityMetrics.instability(demand, supply, seconds, ElasticPass.STEP_SECONDS),
                goodShare(course),
                new ElasticPass.Cost(
                        steps(events, Stage.CREATED, Stage.ENDED).serverSeconds(seconds),
                        demand.serverSeconds(seconds),
                        demand.changes().stream()
                                        .mapToInt(Steps.Change::servers)
                                        .max()
                                        .orElse(1)
                                * seconds),
                events,
                links,
                course);
    }

    private String problem(List<ScalingEvent> events, int reported) {
        for (ScalingEvent event : events) {
            if (event.problem() != null) {
                return "the change from " + event.from() + " to " + event.to() + " servers was not made: "
                        + event.problem();
            }
        }
        return reported < seconds - 1
                ? "the driver reported %s of %s seconds: give it more CPU, or fewer users"
                        .formatted(reported, Math.round(seconds))
                : "";
    }

    /** @param goes stage at which an instance counts no more */
    private Steps steps(List<ScalingEvent> events, Stage comes, Stage goes) {
        List<Step> relevant = events.stream()
                .flatMap(event -> event.steps().stream())
                .filter(step -> step.stage() == comes || step.stage() == goes)
                .sorted((a, b) -> Long.compare(a.atMillis(), b.atMillis()))
                .toList();
        List<Steps.Change> changes = new ArrayList<>(List.of(new Steps.Change(0, first)));
        int servers = first;
        for (Step step : relevant) {
            servers += step.stage() == comes ? 1 : -1;
            changes.add(new Steps.Change(Math.max(0, at(step.atMillis())), Math.max(0, servers)));
        }
        return new Steps(changes);
    }

    private double at(long millis) {
        return (millis - zero) / 1_000.0;
    }

    private Double at(Long millis) {
        return millis == null ? null : (Double) at(millis.longValue());
    }

    private ElasticPass.Second second(IntervalReport second, Steps demand, Steps supply) {
        Quality.Second quality = Quality.Second.of(second);
        double at = at(second.atMillis());
        return new ElasticPass.Second(at, second.users(), quality.ended(), quality.bad(), demand.at(at), supply.at(at));
    }

    /** In windows of ten seconds, one after the other, each weighed by the users who are there. */
    private static double goodShare(List<ElasticPass.Second> course) {
        double all = 0;
        double good = 0;
        for (int from = 0; from < course.size(); from += Quality.WINDOW) {
            List<ElasticPass.Second> window = course.subList(from, Math.min(course.size(), from + Quality.WINDOW));
            double users = window.stream().mapToInt(ElasticPass.Second::users).sum();
            boolean broken = Quality.broken(window.stream()
                    .map(second -> new Quality.Second(second.ended(), second.bad()))
                    .toList());
            all += users;
            good += broken ? 0 : users;
        }
        return all == 0 ? 0 : good / all;
    }

    private List<ElasticPass.Joined> links(
            Steps demand, Steps supply, List<IntervalReport> along, List<ScalingEvent> events, RequestCounts requests) {
        List<ElasticPass.Joined> joined = new ArrayList<>();
        for (ScalingEvent event : events.stream().filter(ScalingEvent::grows).toList()) {
            double decided = at(event.decidedMillis());
            Double needed = needed(demand, supply, decided);
            for (String instance : event.created()) {
                Long ready = event.at(instance, Stage.READY);
                long left = ready == null ? 0 : left(events, instance, ready);
                RequestCounts stay = requests.before(left);
                Long fair = ready == null ? null : stay.fairShare(instance, ready);
                joined.add(new ElasticPass.Joined(
                        instance,
                        new ScalingLinks(
                                needed,
                                decided,
                                at(event.at(instance, Stage.CREATED)),
                                at(ready),
                                ready == null ? null : at(stay.first(instance, ready)),
                                at(fair),
                                fair == null ? null : restored(along, fair, left))));
            }
        }
        return joined;
    }

    /** When a server that was ready left again; later than anything where it stayed. */
    private static long left(List<ScalingEvent> events, String instance, long readyMillis) {
        return events.stream()
                .flatMap(event -> event.steps().stream())
                .filter(step -> step.instance().equals(instance)
                        && step.atMillis() > readyMillis
                        && (step.stage() == Stage.OUT_OF_SERVICE || step.stage() == Stage.ENDED))
                .mapToLong(Step::atMillis)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** When demand rose above supply for the last time before a decision; null where it was not above it then. */
    private static Double needed(Steps demand, Steps supply, double decided) {
        if (demand.at(decided) <= supply.at(decided)) {
            return null;
        }
        Double needed = null;
        boolean above = false;
        for (double moment : demand.moments(supply, Math.max(decided, 0) + 1e-6)) {
            boolean now = moment <= decided && demand.at(moment) > supply.at(moment);
            needed = now && !above ? (Double) moment : needed;
            above = moment <= decided ? now : above;
        }
        return needed;
    }

    /** The first second from a moment on from which a window of ten is good that ends before another moment; null where none is. */
    private Double restored(List<IntervalReport> along, long fromMillis, long untilMillis) {
        List<IntervalReport> later = along.stream()
                .filter(second -> second.atMillis() >= fromMillis && second.atMillis() < untilMillis)
                .toList();
        for (int i = 0; i + Quality.WINDOW <= later.size(); i++) {
            if (!Quality.brokenIn(later.subList(i, i + Quality.WINDOW))) {
                return Math.max(at(fromMillis), at(later.get(i).atMillis() - SECOND_MILLIS));
            }
        }
        return null;
    }
}
