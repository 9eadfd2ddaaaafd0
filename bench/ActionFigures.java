import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a result says of the actions of its run, for {@code bench/actions.sh}: RESULT.JSON scale|freeze|kill. Exit code 1 when it is wrong. */
final class ActionFigures {
    private ActionFigures() {}

    public static void main(String[] arguments) {
        JsonNode result = new JsonMapper().readTree(Path.of(arguments[0]).toFile());
        JsonNode load = result.path("load");
        long zero = load.path("measuredFromMillis").asLong();
        List<String> wrong = new ArrayList<>();
        System.out.println(result.path("verdict").path("headline").asString());
        for (JsonNode action : result.path("actions")) {
            StringBuilder steps = new StringBuilder();
            for (JsonNode step : action.path("steps")) {
                steps.append(String.format(
                        Locale.ROOT,
                        "  %s %s %.1f",
                        step.path("instance").asString(),
                        step.path("stage").asString().toLowerCase(Locale.ROOT),
                        (step.path("atMillis").asLong() - zero) / 1e3));
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-26s planned %6.1f s, began %3d ms later, took %5.1f s%s%n",
                    action.path("action").asString(),
                    (action.path("intendedMillis").asLong() - zero) / 1e3,
                    action.path("beganMillis").asLong() - action.path("intendedMillis").asLong(),
                    (action.path("endedMillis").asLong() - action.path("beganMillis").asLong()) / 1e3,
                    steps);
            if (!action.path("problem").isNull()) {
                wrong.add(action.path("action").asString() + " was not done: " + action.path("problem").asString());
            }
        }
        long failed = 0;
        long starts = 0;
        for (JsonNode operation : load.path("operations")) {
            starts += operation.path("starts").asLong();
            for (JsonNode failure : operation.path("failures")) {
                failed += failure.isNumber() ? failure.asLong() : failure.path("count").asLong();
            }
        }
        long violations = 0;
        for (JsonNode invariant : result.path("auditAfter").path("invariants")) {
            violations += invariant.path("violations").asLong();
        }
        System.out.printf(Locale.ROOT, "%,d operations, %d failed; %d violations%n", starts, failed, violations);
        judge(arguments[1], result, failed, violations, wrong);
        wrong.forEach(line -> System.out.println("WRONG: " + line));
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    private static void judge(String label, JsonNode result, long failed, long violations, List<String> wrong) {
        if (label.equals("kill")) {
            String headline = result.path("verdict").path("headline").asString();
            if (!headline.contains("app2") || !headline.contains("vanished")) {
                wrong.add("the verdict does not name the server that vanished");
            }
            return;
        }
        if (result.path("actions").isEmpty()) {
            wrong.add("the result has no actions");
        }
        if (result.path("auditAfter").isNull() || violations > 0) {
            wrong.add("the audit is not clean");
        }
        if (label.equals("scale") && failed > 0) {
            wrong.add(failed + " operations failed: " + result.path("load").path("firstFailures"));
        }
    }
}
