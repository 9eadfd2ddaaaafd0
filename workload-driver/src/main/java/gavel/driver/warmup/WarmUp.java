package gavel.driver.warmup;

import gavel.driver.http.ClientSettings;
import gavel.driver.http.Exchange;
import gavel.driver.http.HttpClient;
import gavel.driver.http.ResponseHandler;
import gavel.driver.http.UserConnections;
import gavel.driver.json.JsonException;
import gavel.driver.json.JsonFields;
import gavel.driver.json.JsonHandler;
import gavel.driver.json.JsonReader;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.EngineLoops;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.ResponseHead;
import gavel.driver.record.Outcome;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.local.LocalAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the driver's own code against a stub inside its process until the JVM has compiled what the first measured second needs:
 * sending, parsing, reading JSON, recording. What it records is thrown away.
 */
public final class WarmUp {
    private static final int USERS = 16;
    private static final String BODY = "{\"auctionId\":17,\"state\":\"RUNNING\",\"revision\":4711,\"lot\":{\"id\":9,"
            + "\"title\":\"Signed bronze clock\",\"phase\":\"OPEN\",\"price\":120.50,\"minimumBid\":121.00,"
            + "\"leaderId\":null,\"bidCount\":3,\"closesInMillis\":12000},\"lastBidId\":\"17-1\"}";
    private static final Request REQUEST = RequestTemplate.get("/api/auctions/{id}/live?after={revision}")
            .fill()
            .with(17)
            .with(4711)
            .bearer("warm-up")
            .build();

    private WarmUp() {}

    /**
     * Blocks until every loop has done {@code exchanges} or {@code atMost} has passed, whichever is first.
     *
     * @return exchanges done by all loops
     */
    public static long run(EngineLoops loops, long exchanges, Duration atMost)
            throws IOException, InterruptedException {
        Transport transport = loops.all().getFirst().transport();
        EngineLoop serverLoop = new EngineLoop(loops.all().size(), transport, System::nanoTime);
        try (StubServer stub = StubServer.start(serverLoop, StubServer.json(BODY))) {
            List<LoopWarmUp> running = new ArrayList<>();
            for (EngineLoop loop : loops.all()) {
                HttpClient client = client(loop, stub, ClientSettings.DEFAULT);
                LoopWarmUp warmUp = new LoopWarmUp(client, exchanges, loop.nanoTime() + atMost.toNanos());
                running.add(warmUp);
                loop.post(warmUp::begin);
            }
            long done = 0;
            for (LoopWarmUp each : running) {
                done += each.done.get(atMost.toMillis() + 5_000, TimeUnit.MILLISECONDS);
            }
            return done;
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException("the driver could not warm up against itself: " + failed, failed);
        }
    }

    private static HttpClient client(EngineLoop loop, StubServer stub, ClientSettings settings) throws IOException {
        return loop.transport().sockets()
                ? HttpClient.open(loop, List.of(stub.uri()), null, settings)
                : HttpClient.inProcess(loop, (LocalAddress) stub.address(), settings);
    }

    /** One loop's part; owned by its thread. */
    private static final class LoopWarmUp {
        private final HttpClient client;
        private final long exchanges;
        private final long untilNanos;
        private final Recorder recorder =
                new Recorder(List.of(new RecordedOperation("warm-up", false, TimeUnit.SECONDS.toNanos(2))));
        private final List<UserConnections> users = new ArrayList<>();
        private final CompletableFuture<Long> done = new CompletableFuture<>();
        private long ended;
        private int active;

        LoopWarmUp(HttpClient client, long exchanges, long untilNanos) {
            this.client = client;
            this.exchanges = exchanges;
            this.untilNanos = untilNanos;
        }

        void begin() {
            recorder.measure(client.loop().nanoTime(), Long.MAX_VALUE);
            for (int i = 0; i < USERS; i++) {
                UserConnections user = client.newUser(i);
                users.add(user);
                active++;
                new WarmUpUser(this, user).send();
            }
        }

        boolean goesOn() {
            return ended < exchanges && client.loop().nanoTime() < untilNanos;
        }

        void userDone() {
            if (--active == 0) {
                users.forEach(UserConnections::close);
                done.complete(ended);
            }
        }
    }

    private static final class WarmUpUser implements ResponseHandler, JsonHandler {
        private static final JsonFields FIELDS =
                JsonFields.of("auctionId", "revision", "state", "lot.id", "lot.price", "lot.phase", "lot.leaderId");

        private final LoopWarmUp loop;
        private final UserConnections user;
        private final Exchange exchange = new Exchange(this);
        private final JsonReader json = new JsonReader();

        WarmUpUser(LoopWarmUp loop, UserConnections user) {
            this.loop = loop;
            this.user = user;
        }

        void send() {
            long now = loop.client.loop().nanoTime();
            loop.recorder.started(0, now);
            user.send(exchange, REQUEST, now);
        }

        @Override
        public void head(ResponseHead head) {
            json.begin(FIELDS, this);
        }

        @Override
        public void body(ByteBuf part) {
            try {
                json.read(part);
            } catch (JsonException wrong) {
                throw new IllegalStateException("the stub's own body was not understood", wrong);
            }
        }

        @Override
        public void done(Exchange ended, Outcome outcome, String detail) {
            loop.recorder.record(0, ended.intendedNanos(), ended.firstWriteNanos(), ended.endNanos(), outcome);
            loop.ended++;
            if (outcome == Outcome.OK && loop.goesOn()) {
                send();
            } else {
                loop.userDone();
            }
        }
    }
}
