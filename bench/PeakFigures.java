import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * About searches, for {@code bench/peaks.sh}. {@code ended DIRECTORY}: exit code 0 when the search came to its end. {@code judge
 * DIRECTORY…}: a line for each, the pooled median and the spread; exit code 1 when an interval does not contain the median, the middles are
 * further apart than 10 % of it, or a search took longer than 40 minutes. {@code around DIRECTORY…}: users 10 % below the lower end of the interval whose middle is the median,
 * and 15 % above its upper end.
 */
final class PeakFigures {
    private static final double SPREAD = 0.10;
    private static final double MINUTES = 40;
    private static final double BELOW = 0.90;
    private static final double ABOVE = 1.15;

    private PeakFigures() {}

    public static void main(String[] arguments) throws Exception {
        List<JsonNode> searches = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            Path file = Path.of(arguments[i], "peak.json");
            if (Files.isRegularFile(file)) {
                searches.add(new JsonMapper().readTree(file.toFile()));
            }
        }
        boolean good =
                switch (arguments[0]) {
                    // An audit after the load is made of every search that was neither interrupted nor kept from its end.
                    case "ended" -> searches.size() == 1 && !searches.getFirst().path("auditAfter").isNull();
                    case "judge" -> judge(searches);
                    case "around" -> around(searches);
                    default -> throw new IllegalArgumentException(arguments[0]);
                };
        System.exit(good ? 0 : 1);
    }

    private static List<JsonNode> peaks(List<JsonNode> searches) {
        return searches.stream()
                .map(search -> search.path("conclusion").path("peak"))
                .filter(JsonNode::isObject)
                .sorted((a, b) -> Double.compare(middle(a), middle(b)))
                .toList();
    }

    private static double middle(JsonNode peak) {
        return peak.path("middle").asDouble();
    }

    /** Of an even number of searches, the lower one of the two in the middle. */
    private static JsonNode median(List<JsonNode> peaks) {
        return peaks.get((peaks.size() - 1) / 2);
    }

    private static boolean judge(List<JsonNode> searches) {
        List<JsonNode> peaks = peaks(searches);
        boolean good = !peaks.isEmpty() && peaks.size() == searches.size();
        double median = peaks.isEmpty() ? 0 : middle(median(peaks));
        for (JsonNode search : searches) {
            JsonNode peak = search.path("conclusion").path("peak");
            double lower = peak.path("lower").asDouble();
            double upper = peak.path("upper").asDouble();
            double minutes = search.path("seconds").asDouble() / 60;
            boolean holds = peak.isObject() && lower <= median && median <= upper && minutes <= MINUTES;
            good &= holds;
            System.out.printf(
                    Locale.ROOT,
                    "%-7s %-36s %-8s %,8.0f users (%,.0f to %,.0f)  %2d probes  %5.1f min, predicted %.1f%n",
                    holds ? "ok" : "NOT OK",
                    search.path("run").path("id").asString(),
                    search.path("conclusion").path("kind").asString(),
                    middle(peak),
                    lower,
                    upper,
                    search.path("probes").size(),
                    minutes,
                    search.path("predictedSeconds").asDouble() / 60);
        }
        double spread = peaks.isEmpty() ? 0 : (middle(peaks.getLast()) - middle(peaks.getFirst())) / median;
        good &= spread <= SPREAD;
        System.out.printf(
                Locale.ROOT,
                "%-7s pooled median %,.0f users, middles %.1f %% apart (at most %.0f)%n",
                good ? "ok" : "NOT OK",
                median,
                100 * spread,
                100 * SPREAD);
        return good;
    }

    private static boolean around(List<JsonNode> searches) {
        List<JsonNode> peaks = peaks(searches);
        if (peaks.isEmpty()) {
            return false;
        }
        JsonNode peak = median(peaks);
        System.out.printf(
                Locale.ROOT,
                "%d %d%n",
                (int) Math.floor(BELOW * peak.path("lower").asDouble()),
                (int) Math.ceil(ABOVE * peak.path("upper").asDouble()));
        return true;
    }
}
