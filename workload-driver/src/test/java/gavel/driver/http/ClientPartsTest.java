package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.loop.ManualTimetable;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Outcome;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of the client needs no network: settings, addresses, whose fault a failure is, and the life of an exchange. */
class ClientPartsTest {
    private static final byte[] EMPTY =
            "HTTP/1.1 200 x\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void theCapIsSharedOutWholeAmongTheLoops() {
        for (int max : new int[] {4, 5, 10, 1_001}) {
            ClientSettings settings = ClientSettings.DEFAULT.withMaxConnections(max);
            assertThat(IntStream.range(0, 4)
                            .map(loop -> settings.shareOf(loop, 4).maxConnections())
                            .sum())
                    .isEqualTo(max);
        }
    }

    @Test
    void everyLoopMayOpenOneConnectionAndNoCapStaysNone() {
        ClientSettings tight = ClientSettings.DEFAULT.withMaxConnections(1);
        assertThat(tight.shareOf(3, 4).maxConnections()).isOne();
        assertThat(ClientSettings.DEFAULT.shareOf(3, 4).maxConnections()).isZero();
    }

    @Test
    void limitsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new ClientSettings(0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO))
                .hasMessage("connectionsPerUser must be > 0: 0");
        assertThatThrownBy(() -> ClientSettings.DEFAULT.withMaxConnections(-1))
                .hasMessage("maxConnections must be >= 0: -1");
    }

    @Test
    void anAddressHasTheHostLineOfItsAuthority() throws IOException {
        List<Endpoint> endpoints = Endpoint.resolve(List.of(
                URI.create("http://127.0.0.1:8080"), URI.create("https://127.0.0.1"), URI.create("http://[::1]:81/x")));

        assertThat(endpoints)
                .extracting(each -> new String(each.hostLine(), StandardCharsets.US_ASCII))
                .containsExactly("host: 127.0.0.1:8080\r\n", "host: 127.0.0.1:443\r\n", "host: [::1]:81\r\n");
        assertThat(endpoints).extracting(Endpoint::tls).containsExactly(false, true, false);
        assertThat(endpoints.get(2).host()).isEqualTo("::1");
        assertThat(endpoints)
                .extracting(Endpoint::toString)
                .containsExactly("http://127.0.0.1:8080", "https://127.0.0.1:443", "http://[::1]:81");
    }

    @Test
    void anAddressOfANameIsToldWithIt() throws IOException {
        assertThat(Endpoint.resolve(List.of(URI.create("http://localhost:81"))))
                .extracting(Endpoint::toString)
                .allSatisfy(told -> assertThat(told).matches("http://localhost:81 \\([0-9a-f.:]+\\)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://127.0.0.1", "localhost:8080", "/path", "http:///x"})
    void whatIsNoTargetIsSaid(String target) {
        assertThatThrownBy(() -> Endpoint.resolve(List.of(URI.create(target))))
                .isInstanceOf(IOException.class)
                .hasMessage("a target must be http://host:port or https://host:port: " + target);
    }

    @Test
    void whoseFaultAFailedConnectionIs() {
        assertThat(ConnectFailure.outcome(new ConnectException("Connection refused")))
                .isEqualTo(Outcome.CONNECT);
        assertThat(ConnectFailure.outcome(new IOException("x", new SocketException("Too many open files"))))
                .isEqualTo(Outcome.DESCRIPTORS);
        assertThat(ConnectFailure.outcome(new BindException("Cannot assign requested address")))
                .isEqualTo(Outcome.PORTS);
        assertThat(ConnectFailure.outcome(new IOException(new SSLHandshakeException("bad certificate"))))
                .isEqualTo(Outcome.TLS);
        assertThat(ConnectFailure.outcome(new IOException())).isEqualTo(Outcome.CONNECT);
    }

    @Test
    void theDeepestCauseIsWhatTheReaderIsTold() throws IOException {
        Endpoint endpoint =
                Endpoint.resolve(List.of(URI.create("http://127.0.0.1:9"))).getFirst();

        assertThat(ConnectFailure.detail(new IOException("outer", new ConnectException("refused")), endpoint))
                .isEqualTo(endpoint + ": refused");
        assertThat(ConnectFailure.detail(new IOException((String) null), endpoint))
                .endsWith(": IOException");
    }

    @Test
    void handshakesAreToldAsFullAndResumed() {
        HttpCounters counters = new HttpCounters();
        counters.add(HttpCount.TLS_HANDSHAKES, 5);
        counters.add(HttpCount.TLS_FULL, 2);
        counters.add(HttpCount.EXCHANGES, 3);
        counters.add(HttpCount.EXCHANGES, 4);

        assertThat(counters.totals())
                .containsEntry("tlsHandshakesFull", 2L)
                .containsEntry("tlsHandshakesResumed", 3L)
                .containsEntry("exchanges", 7L)
                .containsEntry("bytesIn", 0L)
                .doesNotContainKey("tlsHandshakes");
        assertThat(counters.get(HttpCount.EXCHANGES)).isEqualTo(7);
    }

    @Test
    void anExchangeKeepsItsTimesAndMayBeSentAgain() {
        ManualTimetable timetable = new ManualTimetable();
        List<Consumer<byte[]>> waiting = new ArrayList<>();
        MemoryCarrier carrier = new MemoryCarrier(timetable, (_, response) -> waiting.add(response));
        RecordingHandler handler = new RecordingHandler();
        Exchange exchange = new Exchange(handler);
        timetable.runUntil(1_000);
        carrier.send(exchange, RequestTemplate.get("/a").request(), 400);
        timetable.runUntil(5_000);
        waiting.getFirst().accept(EMPTY);

        RecordingHandler.Result result = handler.result.join();
        assertThat(result.outcome()).isEqualTo(Outcome.OK);
        assertThat(result.intendedNanos()).isEqualTo(400);
        assertThat(result.firstWriteNanos()).isEqualTo(1_000);
        assertThat(result.endNanos()).isEqualTo(5_000);

        carrier.send(exchange, RequestTemplate.get("/b").request(), 6_000);
        assertThat(exchange.request()).hasToString("GET /b");
        assertThat(exchange.endNanos()).isZero();
    }

    @Test
    void whatIsClosedCancelsWhatIsUnderWayAndHearsNoLateAnswer() {
        ManualTimetable timetable = new ManualTimetable();
        List<Consumer<byte[]>> waiting = new ArrayList<>();
        MemoryCarrier carrier = new MemoryCarrier(timetable, (_, response) -> waiting.add(response));
        List<Outcome> outcomes = new ArrayList<>();
        RecordingHandler handler = new RecordingHandler() {
            @Override
            public void done(Exchange exchange, Outcome outcome, String detail) {
                outcomes.add(outcome);
            }
        };
        carrier.send(new Exchange(handler), RequestTemplate.get("/a").request(), 0);
        carrier.close();
        carrier.close();
        waiting.getFirst().accept(EMPTY);

        assertThat(outcomes).containsExactly(Outcome.CANCELLED);
        assertThatThrownBy(() -> carrier.send(
                        new Exchange(handler), RequestTemplate.get("/b").request(), 0))
                .hasMessageContaining("GET /b");
    }
}
