package gavel.harness.dashboard.state;

import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.TierNames;
import gavel.harness.dashboard.state.Frame.Machine;
import gavel.harness.dashboard.state.Frame.Name;
import gavel.harness.dashboard.state.Frame.Tier;
import gavel.harness.report.chart.TierStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The machine and its tiers over time, from the first instance that is watched to the last. A tier keeps its place in every list once it
 * was seen. Not safe for threads: the state guards it.
 */
final class Watched {
    private static final int MOST_TIERS = 16;
    private static final int MOST_FIGURES = 32;
    /** A sample that is older is not what the machine does now. */
    private static final long STALE_MILLIS = 5_000;

    private final TimeLine<Tick> ticks = new TimeLine<>(Tick::and);
    private final List<String> tiers = new ArrayList<>();
    private final List<ServerFigure> figures = new ArrayList<>();
    private Sample sample = Sample.NONE;
    private LiveFigures live = LiveFigures.NONE;
    private long made;

    /** @return whether it is another sample than the last one */
    boolean sampled(Sample taken, String doing, long nowMillis) {
        if (taken.atMillis() <= 0 || taken.atMillis() == sample.atMillis()) {
            return false;
        }
        sample = taken;
        taken.instances().forEach(instance -> known(tiers, instance.tier(), MOST_TIERS));
        made++;
        ticks.add(new Tick(
                made,
                nowMillis,
                1,
                doing,
                Figure.of(taken.cpuBusyShare()),
                Figure.of(taken.memoryUsedBytes()),
                byTier(InstanceSample::cpuCores),
                byTier(InstanceSample::rssBytes),
                rates(live.storage()),
                rates(live.network()),
                servers()));
        return true;
    }

    void told(LiveFigures newest) {
        live = newest;
        newest.network().keySet().forEach(tier -> known(tiers, tier, MOST_TIERS));
        newest.servers().forEach((tier, told) -> ServerFigure.shown(tier, told)
                .keySet()
                .forEach(figure -> known(figures, figure, MOST_FIGURES)));
    }

    void clear() {
        ticks.clear();
        tiers.clear();
        figures.clear();
        live = LiveFigures.NONE;
    }

    List<Tick> ticks() {
        return ticks.all();
    }

    Machine machine(int cores, long nowMillis) {
        Tick last = ticks.last();
        return new Machine(
                last != null && nowMillis - last.atMillis() < STALE_MILLIS,
                cores,
                Math.max(0, Figure.of(sample.cpuBusyShare())),
                Math.max(0, Figure.of(sample.stealShare())),
                sample.memoryUsedBytes(),
                tiersNow());
    }

    List<Name> names() {
        return tiers.stream()
                .map(tier -> new Name(
                        tier,
                        tier.equals(LiveFigures.TOGETHER) ? "all of a machine together" : TierNames.words(tier),
                        TierStyle.of(tier)))
                .toList();
    }

    List<ServerFigure> figures() {
        return List.copyOf(figures);
    }

    Tick last() {
        return ticks.last();
    }

    private List<Tier> tiersNow() {
        Map<String, Tier> now = new LinkedHashMap<>();
        for (InstanceSample i : sample.instances()) {
            now.merge(i.tier(), Tier.of(i.tier(), 1, i.cpuCores(), i.rssBytes()), Tier::plus);
        }
        return List.copyOf(now.values());
    }

    private List<Double> byTier(ToDoubleFunction<InstanceSample> value) {
        Map<String, Double> sums = new LinkedHashMap<>();
        sample.instances().forEach(i -> sums.merge(i.tier(), value.applyAsDouble(i), Double::sum));
        return rates(sums);
    }

    private List<Double> rates(Map<String, Double> byTier) {
        return tiers.stream()
                .map(tier -> Figure.of(byTier.getOrDefault(tier, Figure.UNKNOWN)))
                .toList();
    }

    private List<Double> servers() {
        Map<ServerFigure, Double> told = new LinkedHashMap<>();
        live.servers().forEach((tier, figures) -> told.putAll(ServerFigure.shown(tier, figures)));
        return figures.stream()
                .map(figure -> told.getOrDefault(figure, Figure.UNKNOWN))
                .toList();
    }

    private static <T> void known(List<T> all, T one, int most) {
        if (!all.contains(one) && all.size() < most) {
            all.add(one);
        }
    }
}
