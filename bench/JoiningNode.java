import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a node that joins under load does to the people it gets. One node serves all requests; another is started with the command in a file
 * (separated by zeros) and gets every second request from the moment it reports ready. Requests begin at a fixed rate, whatever is answered, and
 * are measured from when they should have begun.
 *
 * <p>Arguments: address of the first node, address and readiness probe of the second, file with its command, file with the accounts' password,
 * requests a second.
 */
public final class JoiningNode {
    private static final int PEOPLE = 60;
    private static final int GETTING_USED = 20;
    private static final int ALONE = 10;
    private static final int TOGETHER = 20;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private record Sample(boolean second, long atNanos, long micros, boolean good) {}

    private final String first;
    private final String second;
    private final double rate;
    private final String password;
    private final List<String> tokens = new ArrayList<>();
    private final List<String> auctions;
    private final List<String> items;
    private final ConcurrentLinkedQueue<Sample> samples = new ConcurrentLinkedQueue<>();
    private volatile boolean joined;
    private volatile boolean over;

    private JoiningNode(String first, String second, String password, double rate) throws Exception {
        this.first = first;
        this.second = second;
        this.password = password;
        this.rate = rate;
        for (int i = 1; i <= PEOPLE; i++) {
            tokens.add(all(login(first, i), "\"token\":\"([^\"]+)\"").getFirst());
        }
        auctions = all(get(first, "/api/auctions?state=RUNNING&size=20", 0), "\"id\":(\\d+)");
        items = all(get(first, "/api/items?size=50", 0), "\\{\"id\":(\\d+)");
    }

    public static void main(String[] arguments) throws Exception {
        String password = Files.readString(Path.of(arguments[4])).trim();
        JoiningNode test = new JoiningNode(arguments[0], arguments[1], password, Double.parseDouble(arguments[5]));
        Thread load = Thread.ofPlatform().start(test::load);
        pause(GETTING_USED);
        long alone = System.nanoTime();
        pause(ALONE);
        long started = System.nanoTime();
        Process node = new ProcessBuilder(Files.readString(Path.of(arguments[3])).split("\0"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            while (!ready(arguments[2])) {
                LockSupport.parkNanos(20_000_000);
                if (!node.isAlive()) {
                    throw new IllegalStateException("the second node ended with exit code " + node.exitValue());
                }
            }
            long ready = System.nanoTime();
            test.joined = true;
            pause(TOGETHER);
            test.over = true;
            load.join();
            pause(2);
            System.out.printf("ready after %.2f s%n", (ready - started) / 1e9);
            test.show("first node, alone", false, alone, started);
            test.show("first node, while the second starts", false, started, ready);
            test.show("first node, 10 s after that", false, ready, ready + seconds(10));
            test.show("second node, its first second", true, ready, ready + seconds(1));
            test.show("second node, second to fifth", true, ready + seconds(1), ready + seconds(5));
            test.show("second node, sixth to tenth", true, ready + seconds(5), ready + seconds(10));
            test.show("second node, its first ten", true, ready, ready + seconds(10));
            test.show("second node, the ten after", true, ready + seconds(10), ready + seconds(20));
        } finally {
            node.destroy();
            node.waitFor();
        }
        System.exit(0);
    }

    private static long seconds(int seconds) {
        return seconds * 1_000_000_000L;
    }

    private static void pause(int seconds) {
        long end = System.nanoTime() + seconds(seconds);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private static boolean ready(String probe) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(probe)).build();
            return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private void load() {
        long begun = System.nanoTime();
        for (long n = 0; !over; n++) {
            long due = begun + (long) (n * 1e9 / rate);
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            long number = n;
            boolean toSecond = joined && n % 2 == 1;
            Thread.ofVirtual().start(() -> one(number / 2, toSecond, due));
        }
    }

    private void one(long number, boolean toSecond, long due) {
        boolean good = true;
        try {
            ask(toSecond ? second : first, number);
        } catch (IOException | IllegalStateException e) {
            good = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        samples.add(new Sample(toSecond, due, (System.nanoTime() - due) / 1000, good));
    }

    private void ask(String node, long number) throws IOException, InterruptedException {
        int person = (int) (number / 20 % PEOPLE);
        String auction = "/api/auctions/" + auctions.get(person % auctions.size());
        switch ((int) (number % 20)) {
            case 0, 1 -> get(node, "/api/auctions?state=RUNNING&size=10", person);
            case 2, 3 -> get(node, auction, person);
            case 4, 5 -> get(node, auction + "/lots?size=10", person);
            case 6, 7, 8 -> get(node, auction + "/lots/current", person);
            case 9, 10, 11, 12 -> get(node, auction + "/live?after=0", person);
            case 13, 14, 15 -> get(node, "/api/items/" + items.get((int) (number % items.size())), person);
            case 16 -> get(node, "/api/items?size=10&q=clock", person);
            case 17 -> get(node, "/api/accounts/me/bids", person);
            case 18 -> put(node, auction + "/attendance", person);
            default -> login(node, person + 1);
        }
    }

    private String get(String node, String path, int person) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(node + path)).header("Authorization", "Bearer " + tokens.get(person)));
    }

    private String put(String node, String path, int person) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(node + path))
                .header("Authorization", "Bearer " + tokens.get(person))
                .PUT(HttpRequest.BodyPublishers.noBody()));
    }

    private String login(String node, int account) throws IOException, InterruptedException {
        String body = "{\"email\":\"u" + account + "@gavel.example\",\"password\":\"" + password + "\"}";
        return send(HttpRequest.newBuilder(URI.create(node + "/api/sessions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                HTTP.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 400) {
            throw new IllegalStateException(answer.uri() + " answered " + answer.statusCode());
        }
        return answer.body();
    }

    private static List<String> all(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private void show(String when, boolean ofSecond, long from, long to) {
        List<Sample> chosen = samples.stream()
                .filter(s -> s.second() == ofSecond && s.atNanos() >= from && s.atNanos() < to)
                .toList();
        long[] sorted = chosen.stream().mapToLong(Sample::micros).sorted().toArray();
        long bad = chosen.stream().filter(s -> !s.good()).count();
        System.out.printf(
                "%-38s %6d requests, %d failed; p50 %7.1f ms, p99 %7.1f ms, slowest %7.1f ms%n",
                when, sorted.length, bad, quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1));
    }

    private static double quantile(long[] sorted, double share) {
        int index = (int) Math.ceil(share * sorted.length) - 1;
        return sorted.length == 0 ? Double.NaN : Arrays.stream(sorted).skip(Math.max(0, index)).findFirst().orElse(0) / 1000.0;
    }
}
