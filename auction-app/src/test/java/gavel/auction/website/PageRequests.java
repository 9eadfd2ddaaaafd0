package gavel.auction.website;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the pages are said to ask for; the workload driver is held against the same list. */
final class PageRequests {
    static final String POLL = "GET /api/auctions/*/live?after=*";
    static final String PICTURE = "GET /api/images/*?size=thumbnail";
    static final String PREVIEW = "GET /api/images/*?size=preview";
    private static final Path LIST = Path.of("..", "docs", "page-requests.txt");

    private PageRequests() {}

    /** What was asked for, as the list would put it: ids, versions and revisions are stars. What is for people alone is left out. */
    static List<String> patterns(List<String> requests) throws IOException {
        List<String> forPeople = of("People");
        return requests.stream()
                .map(request ->
                        request.replaceAll("(?<=/ui/|/images/)[^/?]+|(?<=/)[0-9]+(?=[/?]|$)|(?<=after=)[0-9]+", "*"))
                .filter(request -> forPeople.stream().noneMatch(request::startsWith))
                .toList();
    }

    /** The requests of an operation in a row; those that go side by side in the order of the alphabet, as in {@link #inTurn}. */
    static List<String> of(String operation) throws IOException {
        List<String> all = new ArrayList<>();
        stages(operation)
                .values()
                .forEach(stage -> all.addAll(stage.stream().sorted().toList()));
        return all;
    }

    /** As many of the requests as the operation has, those that may go side by side put in the order of the alphabet. */
    static List<String> inTurn(String operation, List<String> patterns) throws IOException {
        List<String> turned = new ArrayList<>();
        int from = 0;
        for (List<String> stage : stages(operation).values()) {
            int to = Math.min(patterns.size(), from + stage.size());
            patterns.subList(from, to).stream().sorted().forEach(turned::add);
            from = to;
        }
        return turned;
    }

    private static Map<String, List<String>> stages(String operation) throws IOException {
        Map<String, List<String>> stages = new TreeMap<>();
        Files.readAllLines(LIST).stream()
                .dropWhile(line -> !line.equals(operation))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .forEach(line -> stages.computeIfAbsent(line.substring(0, 1), _ -> new ArrayList<>())
                        .add(line.substring(2)));
        if (stages.isEmpty()) {
            throw new IllegalArgumentException(LIST + " has no operation " + operation);
        }
        return stages;
    }
}
