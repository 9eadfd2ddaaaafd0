package gavel.harness.run.elastic;

import gavel.harness.compare.ConfigurationDifferences;
import gavel.harness.config.Configuration;
import gavel.harness.elastic.DemandTable;
import gavel.harness.elastic.DemandTable.Peak;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import gavel.harness.setting.RecordWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** N(k) from a sweep, where that is of the very deployment that is scaled. Pure. */
public final class CapacityTable {
    /** What a sweep and an elastic load differ by: how many servers there are, and how many people come when. */
    private static final List<String> CHANGING = List.of(
            "name",
            "load.users",
            "load.seed",
            "load.length",
            "load.ramp",
            "load.warmUp",
            "load.measure",
            "load.path",
            "data.users",
            "appServers.count",
            "appServers.most",
            "appServers.memory",
            "kubernetes.statefulSet",
            "documents.memory");

    private CapacityTable() {}

    /**
     * @param named as typed
     * @param most servers there may be; 0 for as many as the sweep has
     * @param problems gets what is wrong with it
     * @return null where there are problems
     */
    public static DemandTable of(
            String named, ScaleResult sweep, Configuration configuration, int most, List<String> problems) {
        List<Peak> peaks = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (SweepPoint point : sweep.points()) {
            if (most > 0 && point.servers() > most) {
                continue;
            }
            if (point.counted() && point.peak() != null) {
                peaks.add(new Peak(
                        point.servers(),
                        point.peak().lower(),
                        point.peak().middle(),
                        point.peak().upper()));
            } else {
                wrong.add("N(" + point.servers() + ") of " + named + " does not count: " + point.excluded());
            }
        }
        wrong.addAll(DemandTable.problems(peaks));
        if (most > peaks.size() && wrong.isEmpty()) {
            wrong.add("N(" + (peaks.size() + 1) + ") is not known, and there are to be up to " + most + " servers: "
                    + named + " has " + peaks.size());
        }
        if (sweep.disclosure() != null) {
            Map<String, String> differences = ConfigurationDifferences.between(
                    sweep.disclosure().configuration(), RecordWriter.write(configuration), CHANGING);
            differences.forEach((path, values) ->
                    wrong.add(named + " is of another configuration: " + path + " is " + values + " here"));
        }
        wrong.forEach(problem -> problems.add(problem + " (--capacity)"));
        return wrong.isEmpty() ? new DemandTable(peaks) : null;
    }
}
