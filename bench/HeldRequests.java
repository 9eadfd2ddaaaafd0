import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds thousands of live requests on one node and measures what they cost it: memory before and after, and threads. It times the answers
 * to all of them when a bid is accepted, and how long the node takes to let go of them when all clients vanish.
 *
 * <p>Arguments: run directory of the deployment, number of requests, file for the counts of objects. The deployment's lots must not move by themselves meanwhile.
 */
public final class HeldRequests {
    private static final int PER_ADDRESS = 5_000;
    private static final int OPENING_AT_ONCE = 500;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Path directory;
    private final long pid;
    private final String address;
    private final int port;
    private final String management;
    private final String managementToken;
    private final String token;
    private final long auction;
    private final Selector selector = Selector.open();
    private final List<SocketChannel> channels = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024);
    private int answered;
    private int refused;

    /** What the node uses at one moment. */
    private record Use(long liveBytes, long residentBytes, long besideHeapBytes, int threads, long kernelBytes) {}

    private HeldRequests(Path directory) throws Exception {
        this.directory = directory;
        pid = Long.parseLong(value(read("processes/app1.json"), "\"pid\"\\s*:\\s*(\\d+)"));
        String settings = read("settings/app1.yaml");
        port = Integer.parseInt(value(settings, "(?s)(?:^|\\n)server:.*?port:\\s*(\\d+)"));
        address = "http://127.0.0.1:" + port;
        management = "http://127.0.0.1:" + value(settings, "(?s)management:.*?port:\\s*(\\d+)") + "/actuator/prometheus";
        managementToken = value(read("secrets.json"), "\"management\"\\s*:\\s*\"([^\"]+)\"");
        String password = read("settings/account-password").trim();
        String login = "{\"email\":\"u1@gavel.example\",\"password\":\"" + password + "\"}";
        token = value(send("POST", "/api/sessions", login, null), "\"token\":\"([^\"]+)\"");
        auction = Long.parseLong(value(send("GET", "/api/auctions?state=RUNNING&size=1", null, token), "\"id\":(\\d+)"));
    }

    public static void main(String[] arguments) throws Exception {
        new HeldRequests(Path.of(arguments[0])).run(Integer.parseInt(arguments[1]), Path.of(arguments[2]));
        System.exit(0);
    }

    private void run(int requests, Path objectsFile) throws Exception {
        send("PUT", "/api/auctions/" + auction + "/attendance", "", token);
        Use before = use();
        long revision = revision();
        open(requests);
        poll(revision, requests);
        double held = metric("gavel_live_held");
        Use idle = use();
        System.out.printf("held requests                    %,d of %,d, %,d refused%n", (long) held, requests, refused);
        show("heap after a full collection", before.liveBytes, idle.liveBytes, requests);
        show("resident memory of the process", before.residentBytes, idle.residentBytes, requests);
        show("of it, beside the heap", before.besideHeapBytes, idle.besideHeapBytes, requests);
        show("kernel, both ends, by its slabs", before.kernelBytes, idle.kernelBytes, requests);
        System.out.printf("threads of the process           %d before, %d with them%n", before.threads, idle.threads);
        Files.writeString(objectsFile, objects());

        int waiting = (int) metric("gavel_live_held");
        long bid = System.nanoTime();
        bid();
        int all = answered + waiting;
        await(n -> n >= all);
        System.out.printf("answered after a bid             all %,d after %,d ms%n", waiting, millisSince(bid));

        poll(revision(), requests);
        System.out.printf("held again                       %,d%n", (long) metric("gavel_live_held"));
        long gone = System.nanoTime();
        for (SocketChannel channel : channels) {
            channel.close();
        }
        double left = metric("gavel_live_held");
        System.out.printf("all clients gone                 %,d still held after %,d ms%n", (long) left, millisSince(gone));
        while (metric("gavel_live_held") > 0) {
            selector.select(200);
        }
        System.out.printf("the last is let go               after %,d ms%n", millisSince(gone));
        Use after = use();
        show("heap then, against before", before.liveBytes, after.liveBytes, requests);
    }

    private static void show(String what, long before, long after, int requests) {
        System.out.printf(
                "%-32s %,d KB before, %,d KB with them: %.1f KB each%n",
                what, before / 1024, after / 1024, (after - before) / 1024.0 / requests);
    }

    private void open(int requests) throws IOException {
        for (int i = 0; i < requests; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.bind(new InetSocketAddress("127.0.0." + (2 + i / PER_ADDRESS), 0));
            channel.connect(new InetSocketAddress("127.0.0.1", port));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            channels.add(channel);
        }
    }

    /** Sends one request on every connection, not more at a time than the node can take in, and waits until all are held. */
    private void poll(long revision, int requests) throws Exception {
        byte[] request = ("GET /api/auctions/" + auction + "/live?after=" + revision + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                        + "\r\nAuthorization: Bearer " + token
                        + "\r\nAccept: application/json\r\nUser-Agent: bench\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        int before = answered;
        for (int i = 0; i < requests; i++) {
            channels.get(i).write(ByteBuffer.wrap(request));
            if (i % OPENING_AT_ONCE == OPENING_AT_ONCE - 1 || i == requests - 1) {
                while (metric("gavel_live_held") + refused + answered - before <= i) {
                    read(10);
                }
            }
        }
    }

    private void await(IntPredicate done) throws IOException {
        long begun = System.nanoTime();
        while (!done.test(answered)) {
            read(100);
            if (millisSince(begun) > PATIENCE_MILLIS) {
                throw new IllegalStateException("only " + answered + " requests were answered");
            }
        }
    }

    /** An answer fits into one segment here, so each readable moment is one answer. */
    private void read(int patienceMillis) throws IOException {
        selector.select(patienceMillis);
        for (SelectionKey key : selector.selectedKeys()) {
            buffer.clear();
            int length = ((SocketChannel) key.channel()).read(buffer);
            if (length < 0) {
                key.cancel();
                refused++;
            } else if (new String(buffer.array(), 0, Math.min(length, 12), StandardCharsets.US_ASCII).equals("HTTP/1.1 503")) {
                refused++;
            } else {
                answered++;
            }
        }
        selector.selectedKeys().clear();
    }

    private void bid() throws Exception {
        String lot = send("GET", "/api/auctions/" + auction + "/live?after=0", null, token);
        String body = "{\"lotId\":" + value(lot, "\"lot\":\\{\"id\":(\\d+)") + ",\"amount\":" + value(lot, "\"minimumBid\":([0-9.]+)") + "}";
        String answer = send("POST", "/api/auctions/" + auction + "/bids", body, token);
        if (!answer.contains("ACCEPTED")) {
            throw new IllegalStateException("the bid was not accepted: " + answer);
        }
    }

    private long revision() throws Exception {
        return Long.parseLong(value(send("GET", "/api/auctions/" + auction + "/live?after=0", null, token), "\"revision\":(\\d+)"));
    }

    private Use use() throws Exception {
        String counted = objects();
        long fillers = Pattern.compile("(\\d+)\\s+\\S*jdk\\.internal\\.vm\\.Filler")
                .matcher(counted)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
        long live = Long.parseLong(value(counted, "Total\\s+\\d+\\s+(\\d+)")) - fillers;
        String status = Files.readString(Path.of("/proc/" + pid + "/status"));
        return new Use(
                live,
                1024 * Long.parseLong(value(status, "VmRSS:\\s+(\\d+)")),
                besideHeap(),
                Integer.parseInt(value(status, "Threads:\\s+(\\d+)")),
                1024 * Long.parseLong(value(Files.readString(Path.of("/proc/meminfo")), "\\nSlab:\\s+(\\d+)")));
    }

    /** The heap is touched by rubbish too, so what it has of resident memory says nothing; what lives in it was counted. */
    private long besideHeap() throws Exception {
        Matcher spaces = Pattern.compile("\\[0x([0-9a-f]+), 0x[0-9a-f]+, 0x([0-9a-f]+)\\)").matcher(jcmd("GC.heap_info"));
        long low = Long.MAX_VALUE;
        long high = 0;
        while (spaces.find()) {
            low = Math.min(low, Long.parseUnsignedLong(spaces.group(1), 16));
            high = Math.max(high, Long.parseUnsignedLong(spaces.group(2), 16));
        }
        long kilobytes = 0;
        boolean beside = true;
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                long start = Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
                beside = Long.compareUnsigned(start, low) < 0 || Long.compareUnsigned(start, high) >= 0;
            } else if (beside && line.startsWith("Rss:")) {
                kilobytes += Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return 1024 * kilobytes;
    }

    /** Counting the objects that live collects the heap first, completely; what it leaves where moving is not worth it are fillers. */
    private String objects() throws Exception {
        return jcmd("GC.class_histogram");
    }

    private String jcmd(String command) throws Exception {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process counting = new ProcessBuilder(jcmd.toString(), "" + pid, command).start();
        return new String(counting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private double metric(String name) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(management))
                .header("Authorization", "Bearer " + managementToken)
                .build();
        String page = HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return Double.parseDouble(value(page, "\\n" + name + " ([0-9.E]+)"));
    }

    private String send(String method, String path, String body, String as) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "held-" + System.nanoTime())
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (as != null) {
            request.header("Authorization", "Bearer " + as);
        }
        HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    private String read(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    private static String value(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("there is no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
