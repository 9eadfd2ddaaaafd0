package gavel.harness.command.text;

import gavel.harness.http.Http;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an application server says of itself, in one line: its name and which partitions of the auctions it decides. */
public final class NodeLine {
    private static final JsonMapper JSON = new JsonMapper();

    private NodeLine() {}

    /** @param answer to {@code GET /actuator/node} */
    public static String of(Http.Answer answer) {
        if (!answer.ok()) {
            return "does not say what it decides: " + answer.brief();
        }
        JsonNode node = JSON.readTree(answer.body());
        List<Integer> partitions = new ArrayList<>();
        node.path("partitions").forEach(partition -> partitions.add(partition.intValue()));
        return "node %s, instance %s, decides %s%s"
                .formatted(
                        node.path("node").asString(),
                        node.path("instance").asString(),
                        partitions.isEmpty() ? "nothing" : "partitions " + ranges(partitions),
                        node.path("draining").asBoolean() ? ", draining" : "");
    }

    /** @param numbers rising */
    private static String ranges(List<Integer> numbers) {
        List<String> ranges = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= numbers.size(); i++) {
            if (i == numbers.size() || numbers.get(i) != numbers.get(i - 1) + 1) {
                int from = numbers.get(first);
                int to = numbers.get(i - 1);
                ranges.add(from == to ? Integer.toString(from) : from + "-" + to);
                first = i;
            }
        }
        return String.join(" ", ranges) + " (" + numbers.size() + ")";
    }
}
