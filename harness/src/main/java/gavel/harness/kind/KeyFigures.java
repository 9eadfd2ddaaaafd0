package gavel.harness.kind;

import gavel.harness.peak.Peak;
import gavel.harness.report.chart.ScalingCurve;
import gavel.harness.result.efficiency.Efficiency;
import java.util.List;

/**
 * What many results are shown by side by side.
 *
 * @param peak null where none was found
 * @param curve null of what is no sweep
 */
public record KeyFigures(Peak peak, List<Efficiency> efficiency, ScalingCurve curve) {
    static final KeyFigures NONE = new KeyFigures(null, List.of(), null);

    public KeyFigures {
        efficiency = List.copyOf(efficiency);
    }
}
