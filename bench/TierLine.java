import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line about one result, for {@code bench/tiers.sh}: RESULT-DIRECTORY NAME [LOST-AT-MILLIS]. Exit code 1 when it is not what it should
 * be: a pass with a clean audit. Where something was lost, that is a clean audit, and nothing that makes it invalid but the loss. Besides,
 * in each of the last ten seconds of the measurement people get on and nobody fails.
 */
final class TierLine {
    private static final int SECONDS = 10;

    private TierLine() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        JsonNode result = new JsonMapper().readTree(directory.resolve("result.json").toFile());
        long lostAt = arguments.length > 2 ? Long.parseLong(arguments[2]) : 0;
        JsonNode audit = result.path("auditAfter");
        long facts = 0;
        long violations = 0;
        for (JsonNode invariant : audit.path("invariants")) {
            facts += invariant.path("checked").asLong();
            violations += invariant.path("violations").asLong();
        }
        long failed = 0;
        for (JsonNode operation : result.path("load").path("operations")) {
            for (JsonNode failures : operation.path("failures")) {
                failed += failures.asLong();
            }
        }
        String status = result.path("verdict").path("status").asString();
        boolean clean = audit.path("ok").asBoolean(false) && facts > 0 && violations == 0;
        boolean good = clean && (lostAt == 0 ? status.equals("PASS") : survived(directory, result, lostAt));
        System.out.printf(
                Locale.ROOT,
                "%-7s %-20s %-8s %,10d facts %3d violations %5d failed  %s%n",
                good ? "ok" : "NOT OK",
                arguments[1],
                status,
                facts,
                violations,
                failed,
                lostAt == 0 ? directory.getFileName() : directory.getFileName() + "  " + around(directory, lostAt));
        if (!good) {
            System.out.println("        " + result.path("verdict").path("headline").asString());
        }
        System.exit(good ? 0 : 1);
    }

    /** Seconds of the measurement: at, completed, failed. */
    private static List<long[]> seconds(Path directory) throws Exception {
        List<long[]> seconds = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("intervals.csv"))) {
            String[] values = line.split(",", -1);
            if (values[4].equals("*") && values[2].equals("MEASURE")) {
                seconds.add(new long[] {Long.parseLong(values[1]), Long.parseLong(values[6]), Long.parseLong(values[8])});
            }
        }
        return seconds;
    }

    private static boolean survived(Path directory, JsonNode result, long lostAt) throws Exception {
        for (JsonNode reason : result.path("verdict").path("reasons")) {
            String rule = reason.path("rule").asString().toLowerCase(Locale.ROOT);
            if (reason.path("status").asString().equals("INVALID") && !rule.equals("restart")) {
                return false;
            }
        }
        List<long[]> all = seconds(directory);
        List<long[]> end = all.subList(Math.max(0, all.size() - SECONDS), all.size());
        return end.size() == SECONDS
                && end.getFirst()[0] > lostAt
                && end.stream().allMatch(second -> second[1] > 0 && second[2] == 0);
    }

    private static String around(Path directory, long lostAt) throws Exception {
        List<long[]> all = seconds(directory);
        long lastFailure = all.stream().filter(second -> second[2] > 0).mapToLong(second -> second[0]).max().orElse(lostAt);
        return String.format(
                Locale.ROOT,
                "%.0f operations/s before, %.0f at the end, last failure %.0f s after the loss",
                mean(all.stream().filter(second -> second[0] < lostAt).toList(), 1),
                mean(all.subList(Math.max(0, all.size() - SECONDS), all.size()), 1),
                Math.max(0, lastFailure - lostAt) / 1000.0);
    }

    private static double mean(List<long[]> seconds, int column) {
        return seconds.stream().mapToLong(second -> second[column]).average().orElse(0);
    }
}
