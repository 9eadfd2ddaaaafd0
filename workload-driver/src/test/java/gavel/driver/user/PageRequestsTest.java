package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.body.AssetScanner;
import gavel.driver.stub.MemoryHouse.Asked;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The driver asks for what the web pages ask for; a test of the application holds the pages against the same list. */
class PageRequestsTest {
    private static final Path LIST = Path.of("..", "docs", "page-requests.txt");
    private static final Path PAGE = Path.of("..", "auction-app", "src", "main", "resources", "website", "index.html");

    private static final String POLL = "GET /api/auctions/*/live?after=*";

    private static List<Asked> asked;

    @BeforeAll
    static void somebodyIsThereForAWhile() throws IOException {
        asked = new VirtualRun(1, 3).alone().until(1_200).house.asked();
    }

    @Test
    void comesThroughTheDoor() throws IOException {
        assertThat(from(0)).startsWith(inTurn("Home"));
        assertThat(asked.get(3).uri()).startsWith("/api/");
    }

    @Test
    void findsInThePageWhatABrowserFinds() throws IOException {
        AssetScanner scanner = new AssetScanner();
        scanner.begin();
        scanner.read(Unpooled.copiedBuffer(Files.readString(PAGE), StandardCharsets.UTF_8));

        assertThat(scanner.paths())
                .map(path -> "GET " + path.replace("{version}", "*"))
                .containsExactlyElementsOf(stage("Home", "2"));
    }

    @Test
    void entersAnAuction() throws IOException {
        int put = indexOf("PUT /api/auctions/*/attendance", 0);

        assertThat(from(put)).startsWith(inTurn("JoinAuction"));
    }

    @Test
    void followsItWithOnePollAfterTheOther() throws IOException {
        int joined = indexOf("GET /api/images/*?size=thumbnail", indexOf("PUT /api/auctions/*/attendance", 0));

        assertThat(from(joined + 1)).startsWith(inTurn("NextBid"));
    }

    @Test
    void looksAtEachNewLot() throws IOException {
        String looks = stage("CurrentLot", "1").getFirst();
        List<List<String>> turned = new ArrayList<>();
        for (int i = indexOf(looks, 0); i >= 0; i = indexOf(looks, i + 1)) {
            if (!isPartOfJoining(i)) {
                turned.add(from(i).stream()
                        .filter(line -> !line.equals(POLL))
                        .limit(2)
                        .toList());
            }
        }

        assertThat(turned).hasSizeGreaterThan(5).containsOnly(List.of(inTurn("CurrentLot")));
    }

    /** Joining asks for the auction at the same moment. */
    private static boolean isPartOfJoining(int index) {
        Asked current = asked.get(index);
        String auction = current.uri().replaceAll("/lots/current.*", "?");
        return asked.stream().anyMatch(other -> other.atNanos() == current.atNanos() && other.is("GET", auction));
    }

    private static int indexOf(String line, int from) {
        int found = from(from).indexOf(line);
        return found < 0 ? found : from + found;
    }

    private static List<String> from(int index) {
        return asked.subList(index, asked.size()).stream()
                .map(request -> request.method() + " " + pattern(request.uri()))
                .toList();
    }

    private static String pattern(String uri) {
        return uri.replaceAll("(?<=/ui/|/images/)[^/?]+|(?<=/)[0-9]+|(?<=after=)[0-9]+", "*");
    }

    private static String[] inTurn(String operation) throws IOException {
        return stages(operation).values().stream().flatMap(List::stream).toArray(String[]::new);
    }

    private static List<String> stage(String operation, String number) throws IOException {
        return stages(operation).get(number);
    }

    /** Requests of an operation by the number of their stage. */
    private static TreeMap<String, List<String>> stages(String operation) throws IOException {
        TreeMap<String, List<String>> stages = new TreeMap<>();
        Files.readAllLines(LIST).stream()
                .dropWhile(line -> !line.equals(operation))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .forEach(line -> stages.computeIfAbsent(line.substring(0, 1), _ -> new ArrayList<>())
                        .add(line.substring(2)));
        return stages;
    }
}
