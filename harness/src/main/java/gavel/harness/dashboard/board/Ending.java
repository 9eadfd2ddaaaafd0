package gavel.harness.dashboard.board;

import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.dashboard.board.Frame.Machine;
import gavel.harness.dashboard.board.Frame.Operation;
import gavel.harness.dashboard.board.Frame.Sums;
import gavel.harness.dashboard.board.Frame.Tier;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.report.text.FirstSentence;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Throughput;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.RunResult;
import gavel.harness.result.Tail;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a run or a search ended, in the words of its report.
 *
 * @param tone pass, fail, invalid, or info for what is no verdict
 * @param result name of its directory
 * @param notes further reasons and remarks
 * @param operations over the measurement; empty where there was none
 * @param machine over the measurement; null like them
 */
public record Ending(
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

    /** A figure that is worth large letters. */
    public record Tile(String name, String value, String detail) {}

    public static Ending of(RunResult result) {
        Verdict verdict = result.verdict();
        List<String> notes = new ArrayList<>();
        verdict.reasons().stream().skip(1).map(Reason::message).forEach(notes::add);
        if (result.bottleneck() != null && result.bottleneck().known()) {
            notes.add("Bottleneck: " + result.bottleneck().statement());
        }
        result.causes().forEach(cause -> notes.add("Cause: " + cause.statement()));
        notes.addAll(verdict.remarks());
        return new Ending(
                verdict.word(),
                verdict.status().name().toLowerCase(Locale.ROOT),
                FirstSentence.measured(result) + " "
                        + FirstSentence.counts(verdict).replace(':', '.'),
                verdict.headline(),
                notes.stream().limit(MOST_NOTES).toList(),
                tiles(result),
                result.load() == null ? List.of() : operations(result.load()),
                result.load() == null ? null : machine(result),
                result.run().id());
    }

    public static Ending of(PeakResult result) {
        Conclusion conclusion = result.conclusion();
        boolean invalid = conclusion.kind() == Conclusion.Kind.INVALID;
        List<String> notes = new ArrayList<>(result.remarks());
        if (!invalid && !conclusion.reason().isEmpty()) {
            notes.addFirst(conclusion.reason());
        }
        return new Ending(
                invalid ? "INVALID" : "PEAK",
                invalid ? "invalid" : "info",
                "",
                PeakSummary.sentence(result),
                notes.stream().limit(MOST_NOTES).toList(),
                List.of(),
                List.of(),
                null,
                result.run().id());
    }

    /** An invalid run has no headline number. */
    private static List<Tile> tiles(RunResult result) {
        if (!result.verdict().trusted() || result.load() == null) {
            return List.of();
        }
        Figures figures = Figures.of(result.load());
        List<Tile> tiles = new ArrayList<>();
        tiles.add(new Tile(
                "users",
                Words.count(result.run().users()),
                "for " + result.run().phases().measureSeconds() + " s"));
        tiles.add(new Tile(
                "operations a second",
                Words.decimal(figures.operationsPerSecond(), 1),
                Throughput.share(figures) + (figures.held() == 0 ? "" : "; " + Throughput.held(figures) + " apart")));
        figures.worst()
                .ifPresent(worst -> tiles.add(new Tile(
                        "nearest to its limit",
                        Words.percent(worst.ofLimit()),
                        worst.operation() + ": " + Words.tail(worst.tail()) + " of "
                                + Words.limit(worst.limitMillis()))));
        if (result.load().news() != null && result.load().news().pairs() > 0) {
            Tail news = Tail.of(result.load().news().latency());
            tiles.add(new Tile(
                    "news of a bid, " + news.name(),
                    Words.latency(news.micros()),
                    Words.count(result.load().news().pairs()) + " pairs of bid and follower"));
        }
        if (result.auditAfter() != null) {
            tiles.add(new Tile(
                    "violations",
                    Words.count(result.auditAfter().violations()),
                    "in " + Words.plural(result.auditAfter().invariants().size(), "audited invariant")));
        }
        return tiles;
    }

    private static List<Operation> operations(LoadReport load) {
        double seconds = Figures.of(load).seconds();
        return load.operations().stream()
                .filter(o -> !Figures.held(o.name()))
                .map(o -> {
                    Sums sums = new Sums(o.starts(), o.late() + o.failed(), o.failed());
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

    private static Machine machine(RunResult result) {
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
                        .map(tier -> new Tier(
                                tier.tier(),
                                tier.instances(),
                                seconds <= 0 ? 0 : tier.cpuSeconds() / seconds,
                                tier.memoryBytes()))
                        .toList());
    }
}
