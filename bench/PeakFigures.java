import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * About searches, for {@code bench/peaks.sh}. {@code judge DIRECTORY…}: a line for each, the pooled median and the spread; exit code 1 when
 * one has no peak, an interval does not contain the median, the middles are further apart than 10 % of it, a search took longer than 40
 * minutes, or they are not searches of one program, configuration and way of searching. {@code around DIRECTORY…}: users 10 % below the
 * lower end of the interval whose middle is the median, 15 % above its upper end, and those a deployment is made for that is as large as that search's.
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
            searches.add(new JsonMapper().readTree(Path.of(arguments[i], "peak.json").toFile()));
        }
        boolean good =
                switch (arguments[0]) {
                    case "judge" -> judge(searches);
                    case "around" -> around(searches);
                    default -> throw new IllegalArgumentException(arguments[0]);
                };
        System.exit(good ? 0 : 1);
    }

    /** Those that found one, by it. */
    private static List<JsonNode> found(List<JsonNode> searches) {
        return searches.stream()
                .filter(search -> peak(search).isObject())
                .sorted(Comparator.comparingDouble(PeakFigures::middle))
                .toList();
    }

    /** How fast the machine was: mean of such a figure over the probes. */
    private static double nanos(JsonNode search, String figure) {
        return search.path("probes").valueStream()
                .mapToDouble(probe -> probe.path("use").path(figure).asDouble())
                .average()
                .orElse(0);
    }

    private static JsonNode peak(JsonNode search) {
        return search.path("conclusion").path("peak");
    }

    private static double middle(JsonNode search) {
        return peak(search).path("middle").asDouble();
    }

    /** Of an even number of searches, the lower one of the two in the middle. */
    private static JsonNode median(List<JsonNode> found) {
        return found.get((found.size() - 1) / 2);
    }

    /** What has to be the same in all, as text. */
    private static String way(JsonNode search) {
        JsonNode disclosure = search.path("disclosure");
        return disclosure.path("versions").path("gavel") + " " + search.path("run").path("length") + " "
                + search.path("search") + " "
                + disclosure.path("configuration").asString().replaceAll("(?m)^ *(name|users): .*$", "");
    }

    private static boolean judge(List<JsonNode> searches) {
        List<JsonNode> found = found(searches);
        boolean good = !found.isEmpty() && found.size() == searches.size();
        double median = found.isEmpty() ? 0 : middle(median(found));
        for (JsonNode search : searches) {
            JsonNode peak = peak(search);
            double lower = peak.path("lower").asDouble();
            double upper = peak.path("upper").asDouble();
            double minutes = search.path("seconds").asDouble() / 60;
            boolean holds = peak.isObject() && lower <= median && median <= upper && minutes <= MINUTES;
            good &= holds;
            System.out.printf(
                    Locale.ROOT,
                    "%-7s %-36s %-8s %,8.0f users (%,.0f to %,.0f)  %2d probes  %5.1f min, predicted %.1f  memory %.0f ns, arithmetic %.2f ns%n",
                    holds ? "ok" : "NOT OK",
                    search.path("run").path("id").asString(),
                    search.path("conclusion").path("kind").asString(),
                    middle(search),
                    lower,
                    upper,
                    search.path("probes").size(),
                    minutes,
                    search.path("predictedSeconds").asDouble() / 60,
                    nanos(search, "memoryLatencyNanos"),
                    nanos(search, "arithmeticNanos"));
        }
        if (searches.stream().map(PeakFigures::way).distinct().count() > 1) {
            good = false;
            System.out.println("NOT OK  these are searches of different programs, configurations or ways of searching");
        }
        double spread = found.isEmpty() ? 0 : (middle(found.getLast()) - middle(found.getFirst())) / median;
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
        List<JsonNode> found = found(searches);
        if (found.isEmpty()) {
            return false;
        }
        JsonNode search = median(found);
        int below = (int) Math.floor(BELOW * peak(search).path("lower").asDouble());
        int above = (int) Math.ceil(ABOVE * peak(search).path("upper").asDouble());
        int set = Math.max(above, search.path("run").path("users").asInt());
        System.out.printf(Locale.ROOT, "%d %d %d%n", below, above, set);
        return true;
    }
}
