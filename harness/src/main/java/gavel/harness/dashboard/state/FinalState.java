package gavel.harness.dashboard.state;

import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.dashboard.state.Frame.Machine;
import gavel.harness.dashboard.state.Frame.Operation;
import gavel.harness.dashboard.state.Frame.Sums;
import gavel.harness.dashboard.state.Frame.Tier;
import gavel.harness.kind.ResultKind;
import gavel.harness.report.text.Headline;
import gavel.harness.report.text.Headline.Tile;
import gavel.harness.result.Figures;
import gavel.harness.result.Result;
import java.util.List;

/**
 * How a run or a search ended, in the words of its report.
 *
 * @param tone pass, fail, invalid, or info for what is no verdict
 * @param result name of its directory
 * @param notes further reasons and remarks
 * @param operations over the measurement; empty where there was none
 * @param machine over the measurement; null like them
 */
public record FinalState(
        String stamp,
        String tone,
        String sentence,
        String headline,
        List<String> notes,
        List<Tile> tiles,
        List<Operation> operations,
        Machine machine,
        String result) {
    private static final int MOST_NOTES = 8;
    private static final double P99 = 0.99;

    public static <R extends Result> FinalState of(ResultKind<R> kind, R result) {
        Headline headline = kind.headline(result);
        return new FinalState(
                headline.stamp(),
                headline.tone(),
                headline.sentence(),
                headline.headline(),
                headline.notes().stream().limit(MOST_NOTES).toList(),
                headline.tiles(),
                result.load() == null ? List.of() : operations(result.load()),
                result.load() == null ? null : machine(result),
                result.run().id());
    }

    private static List<Operation> operations(LoadReport load) {
        double seconds = Figures.of(load).seconds();
        return load.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .map(o -> {
                    Sums sums = new Sums(o.succeeded(), o.starts(), o.late() + o.failed(), o.failed());
                    return new Operation(
                            o.name(),
                            o.limitMillis(),
                            Figures.judged(o),
                            Figures.micros(o.response(), P99),
                            o.response().count() == 0 ? -1 : o.response().maxMicros(),
                            seconds <= 0 ? 0 : o.succeeded() / seconds,
                            sums,
                            sums);
                })
                .toList();
    }

    private static Machine machine(Result result) {
        Collected collected = result.collected();
        double seconds = collected.seconds();
        return new Machine(
                seconds > 0,
                Math.max(1, collected.machine().cores()),
                collected.machine().cpuBusyShare(),
                collected.machine().stealShare(),
                collected.machine().memoryUsedMaxBytes(),
                result.tiers().stream()
                        .filter(tier -> !tier.tier().equals(TierUses.OTHERS))
                        .map(tier -> Tier.of(
                                tier.tier(),
                                tier.instances(),
                                seconds <= 0 ? 0 : tier.cpuSeconds() / seconds,
                                tier.memoryBytes()))
                        .toList());
    }
}
