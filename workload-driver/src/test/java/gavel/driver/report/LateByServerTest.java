package gavel.driver.report;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.record.Collector;
import gavel.driver.record.Outcome;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations with a limit of two seconds, and which of them the server has to answer for. */
class LateByServerTest {
    private static final long MILLI = 1_000_000;
    private static final long LIMIT = 2_000;

    private final Recorder recorder = new Recorder(List.of(new RecordedOperation("SearchItems", false, LIMIT * MILLI)));

    private final Collector collector = new Collector(List.of(recorder), 1);

    @BeforeEach
    void measure() {
        recorder.measure(0, Recorder.BATCH_NANOS);
    }

    @Test
    void aPunctualDriverAddsNothing() {
        ended(0, 2_100, Outcome.OK);
        ended(0, 1_900, Outcome.OK);

        assertThat(count(0)).isEqualTo(1);
    }

    @Test
    void whatTheDriverMayHaveAddedIsTakenOff() {
        ended(0, 2_100, Outcome.OK);
        ended(0, 4_000, Outcome.OK);

        assertThat(count(500)).isEqualTo(1);
        assertThat(count(3_000)).isZero();
    }

    @Test
    void aLateStartIsNoPartOfIt() {
        ended(5_000, 5_010, Outcome.OK);

        assertThat(count(0)).isZero();
    }

    @Test
    void wrongAnswersAreNotSlow() {
        ended(0, 10, Outcome.STATUS);
        ended(0, 10, Outcome.CONTENT);
        ended(0, 10_000, Outcome.RESET);

        assertThat(count(0)).isZero();
    }

    @Test
    void aTimeOutCountsByItsLength() {
        ended(0, 60_000, Outcome.RESPONSE_TIMEOUT);

        assertThat(count(1_000)).isEqualTo(1);
        assertThat(count(60_000)).isZero();
    }

    @Test
    void whatIsOpenAfterTheHoldHasTakenAsLongAsTheHold() {
        recorder.started(0, 0);
        recorder.finish(Recorder.BATCH_NANOS + 5_000 * MILLI);

        assertThat(count(2_900)).as("2 s and 2.9 s are within the 5 s held").isEqualTo(1);
        assertThat(count(3_100)).isZero();
    }

    @Test
    void whatHasTheLargestLimitAndIsNeverAnsweredIsTheServers() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        recorder.started(0, 0);
        recorder.finish(Recorder.BATCH_NANOS + profile.holdMillis() * MILLI);
        collector.drainMeasured();

        assertThat(new LateByServer(20).count(profile.longestLimitMillis(), collector.service(0)))
                .isEqualTo(1);
    }

    private void ended(long firstWriteMillis, long endMillis, Outcome outcome) {
        recorder.started(0, 0);
        recorder.record(0, 0, firstWriteMillis * MILLI, endMillis * MILLI, outcome);
    }

    private long count(long allowanceMillis) {
        collector.drainMeasured();
        return new LateByServer(allowanceMillis).count(LIMIT, collector.service(0));
    }
}
