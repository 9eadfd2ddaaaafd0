package gavel.harness.peak;

import gavel.harness.peak.SimulatedSystem.Nature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** Many searches on simulated systems, and the table about them that docs/evidence/search.md quotes: run {@code main} with a number of seeds,
 * and maybe one width. */
public final class SimulatedSearches {
    static final double[] WIDTHS = {0.01, 0.03, 0.10};
    /** Full length of {@code standard}. */
    static final double MEASURE = 180;

    private static final double LONG = 300;

    /** An interval that suffices where the published search's error does. */
    private static final double WIDER = 0.08;

    private static final double FEWEST = 300;
    private static final double MOST = 20_000;
    /** The knee moves by at most so much in an hour, in either direction. */
    private static final double DRIFT = 0.015;

    private static final double DISTURBED = 0.1;

    private SimulatedSearches() {}

    /** One search: {@code error} of its answer as a share of the true knee at half of its time. */
    record Outcome(Conclusion conclusion, double truth, double minutes, long judged, int probes) {
        boolean found() {
            return conclusion.kind() == Conclusion.Kind.FOUND;
        }

        boolean contains() {
            return found()
                    && conclusion.peak().lower() <= truth
                    && truth <= conclusion.peak().upper();
        }

        double error() {
            return conclusion.peak().middle() / truth - 1;
        }
    }

    /** Of many searches; errors are shares of the knee. */
    record Row(
            double found,
            double coverage,
            double bias,
            double rms,
            double width,
            double probes,
            double minutes,
            double judged) {
        static Row of(List<Outcome> outcomes) {
            List<Outcome> found = outcomes.stream().filter(Outcome::found).toList();
            return new Row(
                    (double) found.size() / outcomes.size(),
                    found.stream().filter(Outcome::contains).count() / (double) found.size(),
                    median(found.stream().map(Outcome::error).toList()),
                    Math.sqrt(found.stream()
                            .mapToDouble(o -> o.error() * o.error())
                            .average()
                            .orElse(0)),
                    median(found.stream()
                            .map(o -> o.conclusion().peak().width())
                            .toList()),
                    median(outcomes.stream().map(o -> (double) o.probes()).toList()),
                    median(outcomes.stream().map(Outcome::minutes).toList()),
                    median(outcomes.stream().map(o -> (double) o.judged()).toList()));
        }

        /** What keeps our search from what it has to do, beside the published one on the same systems; empty when nothing does. */
        List<String> missed(Row published, int seeds) {
            // Fewer than the thousand of the bars know the share less well.
            double unknown = seeds < 1_000 ? 3 * Math.sqrt(0.9 * 0.1 / seeds) : 0;
            List<String> missed = new ArrayList<>();
            if (coverage < 0.85 - unknown || coverage > 0.95 + unknown) {
                missed.add("%.1f %% of the intervals contain the knee, not 85 to 95".formatted(100 * coverage));
            }
            if (Math.abs(bias) > 0.01) {
                missed.add("bias %+.2f %%".formatted(100 * bias));
            }
            if (probes > 12) {
                missed.add("%.0f probes".formatted(probes));
            }
            if (minutes > published.minutes / 3) {
                missed.add("%.1f minutes, more than a third of %.1f".formatted(minutes, published.minutes));
            }
            if (rms > published.rms) {
                missed.add("error %.2f %%, more than %.2f".formatted(100 * rms, 100 * published.rms));
            }
            return missed;
        }
    }

    static SearchSettings settings(long seed, int probes) {
        return settings(seed, probes, SearchSettings.WIDTH);
    }

    private static SearchSettings settings(long seed, int probes, double interval) {
        return new SearchSettings(10, 100_000, interval, probes, Duration.ofHours(4), seed);
    }

    static Nature nature(double width, long seed) {
        SplittableRandom random = new SplittableRandom(seed * 31 + Math.round(width * 1_000));
        double knee = FEWEST * Math.pow(MOST / FEWEST, random.nextDouble());
        return new Nature(knee, width, DRIFT * (2 * random.nextDouble() - 1), 0, false);
    }

    /** The conclusion for a system whose knee, 3 % wide, is there. */
    public static Conclusion conclusion(double knee, long seed) {
        return search(new Nature(knee, 0.03, 0, 0, false), MEASURE, settings(seed, SearchSettings.PROBES))
                .conclusion();
    }

    static Outcome search(Nature nature, double measure, SearchSettings settings) {
        SimulatedSystem system = new SimulatedSystem(nature, settings.seed());
        PeakSearch search = new PeakSearch(settings);
        Conclusion conclusion = new SimulatedProbes(system, measure).run(search, settings);
        return new Outcome(
                conclusion,
                system.kneeAt(system.now() / 2),
                system.now() / 60,
                system.judged(),
                search.probes().size());
    }

    static List<Outcome> searches(double width, int seeds, double measure, int probes) {
        return searches(width, seeds, measure, seed -> settings(seed, probes));
    }

    private static List<Outcome> searches(
            double width, int seeds, double measure, LongFunction<SearchSettings> settings) {
        return IntStream.range(0, seeds)
                .mapToObj(seed -> search(nature(width, seed), measure, settings.apply(seed)))
                .toList();
    }

    /** Of systems of which one measurement in ten is disturbed. */
    static List<Outcome> disturbed(double width, int seeds) {
        return IntStream.range(0, seeds)
                .mapToObj(seed -> search(
                        nature(width, seed).disturbed(DISTURBED), MEASURE, settings(seed, SearchSettings.PROBES)))
                .toList();
    }

    /** The published search; its data set is made for 1.5 to 4 times what the system bears. */
    static List<Outcome> published(double width, int seeds, double judged) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int seed = 0; seed < seeds; seed++) {
            Nature nature = nature(width, seed);
            SimulatedSystem system = new SimulatedSystem(nature, seed);
            double room = 1.5 + 2.5 * new SplittableRandom(seed).nextDouble();
            double peak = new PublishedSearch(system, judged).run(nature.knee() * room);
            outcomes.add(new Outcome(
                    new Conclusion(Conclusion.Kind.FOUND, new Peak(peak, peak, peak), 0, ""),
                    system.kneeAt(system.now() / 2),
                    system.now() / 60,
                    system.judged(),
                    0));
        }
        return outcomes;
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get((sorted.size() - 1) / 2);
    }

    public static void main(String[] arguments) {
        int seeds = Integer.parseInt(arguments[0]);
        System.out.println(
                "| search | knee | found | 90 % interval contains it | bias | rms error | interval | probes | minutes | operations judged |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        List<String> missed = new ArrayList<>();
        double[] widths = arguments.length == 1 ? WIDTHS : new double[] {Double.parseDouble(arguments[1])};
        for (double width : widths) {
            Row ours = Row.of(searches(width, seeds, MEASURE, SearchSettings.PROBES));
            Row oursLong = Row.of(searches(width, seeds, LONG, SearchSettings.PROBES));
            Row published = Row.of(published(width, seeds, MEASURE));
            Row publishedLong = Row.of(published(width, seeds, LONG));
            print("ours, 180 s", width, ours);
            print(
                    "ours, 180 s, done at %.0f %%".formatted(100 * WIDER),
                    width,
                    Row.of(searches(width, seeds, MEASURE, seed -> settings(seed, SearchSettings.PROBES, WIDER))));
            print("ours, 300 s", width, oursLong);
            print("ours, 180 s, a tenth of the probes disturbed", width, Row.of(disturbed(width, seeds)));
            print("published, 180 s", width, published);
            print("published, 300 s", width, publishedLong);
            ours.missed(published, seeds)
                    .forEach(what -> missed.add("180 s, %.0f %% wide: ".formatted(100 * width) + what));
            oursLong.missed(publishedLong, seeds)
                    .forEach(what -> missed.add("300 s, %.0f %% wide: ".formatted(100 * width) + what));
        }
        missed.forEach(what -> System.out.println("NOT OK  " + what));
        System.exit(missed.isEmpty() ? 0 : 1);
    }

    private static void print(String search, double width, Row row) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f %% wide | %.1f %% | %.1f %% | %+.2f %% | %.2f %% | %.1f %% | %.0f | %.1f | %.1f M |%n",
                search,
                100 * width,
                100 * row.found(),
                100 * row.coverage(),
                100 * row.bias(),
                100 * row.rms(),
                100 * row.width(),
                row.probes(),
                row.minutes(),
                row.judged() / 1e6);
    }
}
