package gavel.harness.report.text;

import gavel.driver.api.shape.LoadShape;
import gavel.harness.report.text.Headline.Tile;
import gavel.harness.result.Figures;
import gavel.harness.result.LatencyMargin;
import gavel.harness.result.RunResult;
import gavel.harness.result.Tail;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The figures of a run that are worth large letters. Pure. */
public final class Tiles {
    private Tiles() {}

    /** An invalid run has no headline number. */
    public static List<Tile> of(RunResult result) {
        if (!result.verdict().trusted() || result.load() == null) {
            return List.of();
        }
        Figures figures = Figures.of(result.load());
        List<Tile> tiles = new ArrayList<>();
        tiles.add(users(result));
        tiles.add(new Tile(
                "operations a second",
                Words.decimal(figures.operationsPerSecond(), 1),
                Throughput.share(figures) + (figures.held() == 0 ? "" : "; " + Throughput.held(figures) + " apart")));
        figures.worst()
                .or(() -> figures.margins().stream().max(Comparator.comparingDouble(Tiles::ofLimit)))
                .ifPresent(worst -> tiles.add(new Tile(
                        worst.known() ? "nearest to its limit" : "largest latency, of its limit",
                        Words.percent(ofLimit(worst)),
                        worst.operation() + ": " + Words.tail(worst.tail()) + " of "
                                + Words.limit(worst.limitMillis())
                                + (worst.known() ? "" : "; too few starts for a percentile"))));
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

    /** The setting is the number of users only where that is constant: of a path it is the most, with arrivals a guess. */
    private static Tile users(RunResult result) {
        LoadShape shape = result.load().shape();
        String users = Words.count(result.run().users());
        String time = "for " + FirstSentence.seconds(result) + " s";
        if (shape.constant()) {
            return new Tile("users", users, time);
        }
        if (shape.arrivals() == null) {
            return new Tile("users at most", users, "on a path, " + time);
        }
        String there = FirstSentence.atOnce(result.load());
        return new Tile(
                "users at once, on average",
                there.isEmpty() ? "–" : there,
                shape.arrivals().words() + ", " + time);
    }

    /** Of the largest value where no percentile is known. */
    private static double ofLimit(LatencyMargin margin) {
        return margin.tail().micros() / 1000.0 / margin.limitMillis();
    }
}
