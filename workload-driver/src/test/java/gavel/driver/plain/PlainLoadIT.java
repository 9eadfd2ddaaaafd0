package gavel.driver.plain;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.warmup.StubServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The comparison with other load generators says what checked exchanges cost: so they must be checked, and all counted. */
class PlainLoadIT {
    private static final String RIGHT = "{\"id\":4711,\"price\":120.50,\"state\":\"RUNNING\"}";
    private static final long MILLI = 1_000_000;

    @Test
    void openArrivalsAreAllThere() throws Exception {
        PlainTally tally = ended(RIGHT, 5, (client, recorder) -> new PlainArrivals(client, 1_000, 200, recorder));

        assertThat(tally.ended()).isEqualTo(200);
        assertThat(tally.failed()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":4712,\"price\":120.50}", "{\"id\":4711}", "{\"id\":4711,\"price\":", "<html>"})
    void anAnswerThatIsNotWhatWasAskedForFails(String body) throws Exception {
        PlainTally tally = ended(body, 5, (client, recorder) -> new PlainArrivals(client, 1_000, 20, recorder));

        assertThat(tally.failed()).isEqualTo(tally.ended()).isEqualTo(20);
    }

    @Test
    void peopleKeepTheirCycleUntilTheEnd() throws Exception {
        PlainPeople.Plan plan = new PlainPeople.Plan(0, 40 * MILLI, 40 * MILLI, 400 * MILLI);

        PlainTally tally = ended(RIGHT, 10, (client, recorder) -> new PlainPeople(client, plan, recorder));

        // Ten people, ten cycles each; fewer when the machine is too busy to answer within a cycle.
        assertThat(tally.ended()).isBetween(30L, 100L);
        assertThat(tally.failed()).isZero();
    }

    private static PlainTally ended(String body, int number, BiFunction<HttpClient, Recorder, PlainLoad> made)
            throws Exception {
        EngineLoop serverLoop = new EngineLoop(1, Transport.forSockets(), System::nanoTime);
        EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        try (loop;
                StubServer server = StubServer.start(serverLoop, StubServer.json(body))) {
            Recorder recorder = new Recorder(List.of(new RecordedOperation("exchange", false, 1_000 * MILLI)));
            HttpClient client = HttpClient.open(loop, List.of(server.uri()), null, ClientSettings.DEFAULT);
            PlainLoad load = made.apply(client, recorder);
            loop.post(() -> load.start(number, loop.onGrid(loop.nanoTime())));
            return load.tally().whenComplete().get(20, TimeUnit.SECONDS);
        }
    }
}
