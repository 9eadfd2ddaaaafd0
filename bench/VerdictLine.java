import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line about one result, for {@code bench/verdicts.sh}: RESULT-DIRECTORY SEED CONFIGURATION SERVERS AGE USERS EXIT-CODE. Exit code 1 when it is
 * no pass.
 */
final class VerdictLine {
    private VerdictLine() {}

    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        JsonNode result = new JsonMapper().readTree(directory.resolve("result.json").toFile());
        String status = result.path("verdict").path("status").asString();
        String bids = "–";
        String expected = "–";
        for (JsonNode rule : result.path("load").path("rules")) {
            if (rule.path("subject").asString().equals("accepted bids")) {
                bids = rule.path("actual").asString();
                expected = rule.path("bound").asString();
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%2s  %-8s %7s %5s  %-4s  %-7s %4s %5s %12s  %s%n",
                arguments[1],
                arguments[2],
                arguments[3],
                arguments[5],
                arguments[4],
                status,
                arguments[6],
                bids,
                expected,
                directory.getFileName());
        if (!status.equals("PASS")) {
            System.out.println("    " + result.path("verdict").path("headline").asString());
        }
        System.exit(status.equals("PASS") ? 0 : 1);
    }
}
