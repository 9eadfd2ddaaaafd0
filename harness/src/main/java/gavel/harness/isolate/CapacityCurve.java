package gavel.harness.isolate;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.isolate.CapacityIsolation.Point;
import gavel.harness.isolate.IsolatePhase.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What others can still do with their quality kept, while one disrupts: the curve that the indices of capacity come from. Pure.
 *
 * @param end null where something was left in any repeat: how much later nothing would have been is not known
 */
public record CapacityCurve(
        int disruptor, MeanEstimate base, MeanEstimate end, MeanEstimate integral, MeanEstimate free) {
    /** Of each disruptor whose curve was measured as far as the indices need it. */
    public static List<CapacityCurve> of(List<IsolatePhase> phases) {
        List<CapacityCurve> curves = new ArrayList<>();
        int tenants = phases.isEmpty() ? 0 : phases.getFirst().tenants().size();
        for (int tenant = 1; tenant <= tenants; tenant++) {
            int disruptor = tenant;
            List<CapacityIsolation> repeats = phases.stream()
                    .mapToInt(IsolatePhase::repeat)
                    .distinct()
                    .mapToObj(repeat -> of(phases, disruptor, repeat))
                    .filter(Objects::nonNull)
                    .toList();
            if (!repeats.isEmpty()) {
                curves.add(of(disruptor, repeats));
            }
        }
        return curves;
    }

    private static CapacityCurve of(int disruptor, List<CapacityIsolation> repeats) {
        List<Double> ends = repeats.stream()
                .map(CapacityIsolation::end)
                .filter(Objects::nonNull)
                .toList();
        return new CapacityCurve(
                disruptor,
                MeanEstimate.of(repeats.stream().map(CapacityIsolation::base).toList()),
                ends.size() < repeats.size() ? null : MeanEstimate.of(ends),
                MeanEstimate.of(
                        repeats.stream().map(CapacityIsolation::integral).toList()),
                MeanEstimate.of(repeats.stream().map(CapacityIsolation::free).toList()));
    }

    /** Null where a point of the curve is missing, or it does not reach the load at which a system without isolation has nothing left. */
    private static CapacityIsolation of(List<IsolatePhase> phases, int disruptor, int repeat) {
        List<IsolatePhase> counted = phases.stream()
                .filter(phase -> phase.repeat() == repeat && phase.problem().isEmpty())
                .toList();
        List<IsolatePhase> together =
                counted.stream().filter(phase -> phase.kind() == Kind.TOGETHER).toList();
        if (together.isEmpty() || together.stream().anyMatch(phase -> phase.brokenBut(disruptor))) {
            return null;
        }
        List<Point> points = new ArrayList<>(List.of(point(together.getFirst(), disruptor)));
        List<Double> factors = counted.stream()
                .filter(phase -> phase.kind() == Kind.DISRUPTED && phase.tenant() == disruptor)
                .map(IsolatePhase::factor)
                .sorted()
                .toList();
        for (double factor : factors) {
            Point point = kept(counted, disruptor, factor);
            if (point == null) {
                return null;
            }
            points.add(point);
        }
        double until = points.getLast().disruptor();
        double without = points.getFirst().disruptor() + points.getFirst().others();
        return points.size() < 2 || until < without ? null : CapacityIsolation.of(points, until);
    }

    /** The most the others kept their quality with; nothing where they did not even with the least that is tried. */
    private static Point kept(List<IsolatePhase> counted, int disruptor, double factor) {
        List<IsolatePhase> tried = counted.stream()
                .filter(phase -> phase.kind() == Kind.DISRUPTED || phase.kind() == Kind.REDUCED)
                .filter(phase -> phase.tenant() == disruptor && phase.factor() == factor)
                .toList();
        double users = tried.getFirst().tenants().get(disruptor - 1).users();
        return tried.stream()
                .filter(phase -> !phase.brokenBut(disruptor))
                .findFirst()
                .map(phase -> point(phase, disruptor))
                .orElseGet(() -> tried.size() > IsolateScript.SHARES.size() ? new Point(users, 0) : null);
    }

    private static Point point(IsolatePhase phase, int disruptor) {
        double others = IntStream.range(0, phase.tenants().size())
                .filter(i -> i + 1 != disruptor)
                .map(i -> phase.tenants().get(i).users())
                .sum();
        return new Point(phase.tenants().get(disruptor - 1).users(), others);
    }
}
