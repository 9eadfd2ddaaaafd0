import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code DIRECTORY PERCENT}, for {@code bench/scale.sh}: a line for each point of a sweep, and whether the sweep reaches its bar; exit
 * code 1 when a point does not count or was not bound by the application servers, or the lower end of the efficiency's interval, as it
 * was computed, is below so many percent.
 */
final class SweepFigures {
    private static final String TIER = "appServers";

    private SweepFigures() {}

    public static void main(String[] arguments) {
        JsonNode sweep =
                new JsonMapper().readTree(Path.of(arguments[0], "scale.json").toFile());
        double bar = Double.parseDouble(arguments[1]) / 100;
        boolean good = true;
        for (JsonNode point : sweep.path("points")) {
            JsonNode peak = point.path("conclusion").path("peak");
            String tier = point.path("use").path("bottleneck").path("tier").asString("");
            String excluded = point.path("excluded").asString("");
            boolean counts = excluded.isEmpty() && tier.equals(TIER);
            good &= counts;
            System.out.printf(
                    Locale.ROOT,
                    "%-7s %d servers  %,8.0f users (%,.0f to %,.0f)  quota %.0f %%, machine %.0f %%, %s %s%n",
                    counts ? "ok" : "NOT OK",
                    point.path("servers").asInt(),
                    peak.path("middle").asDouble(),
                    peak.path("lower").asDouble(),
                    peak.path("upper").asDouble(),
                    100 * point.path("use").path("quotaUsed").asDouble(),
                    100 * point.path("use").path("machineBusy").asDouble(),
                    tier.isEmpty() ? "no bottleneck" : tier,
                    excluded);
        }
        JsonNode line = sweep.path("line");
        boolean known = line.path("lower").isNumber();
        good &= known && line.path("lower").asDouble() >= bar;
        System.out.printf(
                Locale.ROOT,
                known ? "%-7s efficiency %.4f (%.4f to %.4f), at least %.2f   %s%n" : "%-7s no efficiency with an interval   %6$s%n",
                good ? "ok" : "NOT OK",
                line.path("efficiency").asDouble(),
                line.path("lower").asDouble(),
                line.path("upper").asDouble(),
                bar,
                arguments[0]);
        System.exit(good ? 0 : 1);
    }
}
