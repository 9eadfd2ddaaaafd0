package gavel.harness.run.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.Fault;
import gavel.harness.failover.Fault.Kind;
import gavel.harness.failover.FaultResult;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Faults of a service whose outages are known. */
class FaultWalkTest {
    private final FakeService service = new FakeService();

    private FaultResult make(Kind kind) throws IOException, InterruptedException {
        FailoverSettings settings = FailoverSettings.USUAL;
        return new FaultWalk(
                        service,
                        new FaultMaker(service, service.time, settings.lasting(), false),
                        settings,
                        FakeService::atOnce)
                .make(1, new Fault("appServers", 1, "app1", kind));
    }

    @Test
    void aKillCostsAStart() throws Exception {
        FaultResult result = make(Kind.KILL);

        assertThat(service.done).containsExactly("kill app1", "start app1");
        assertThat(result.problem()).isEmpty();
        assertThat(result.level().perSecond()).isEqualTo(100);
        assertThat(result.loss().outageSeconds()).isCloseTo(3, within(0.11));
        assertThat(result.loss().recoverySeconds()).isCloseTo(3, within(0.11));
        assertThat(result.loss().lostSeconds()).isCloseTo(3, within(0.11));
        assertThat(result.qualitySeconds()).isBetween(3.0, 4.0);
        assertThat(result.redundancySeconds()).isEqualTo(3);
        assertThat(result.people()).isEqualTo(60);
        assertThat(result.failedOperations()).isEqualTo(60);
        assertThat(result.seenMillis()).isEqualTo(result.beganMillis());
    }

    @Test
    void aFreezeLastsAsLongAsWasAskedFor() throws Exception {
        FaultResult result = make(Kind.FREEZE);

        assertThat(service.done).containsExactly("freeze app1", "thaw app1");
        assertThat(result.loss().outageSeconds()).isCloseTo(10, within(0.11));
        assertThat(result.redundancySeconds()).isEqualTo(10);
        assertThat(make(Kind.CUT).loss().lostSeconds()).isCloseTo(10, within(0.11));
        assertThat(make(Kind.RESTART).loss().lostSeconds()).isCloseTo(3, within(0.11));
        assertThat(make(Kind.HOST).loss().lostSeconds()).isCloseTo(3, within(0.11));
        assertThat(service.done)
                .endsWith("cut app1", "reconnect app1", "stop app1", "start app1", "away app1", "back app1");
    }

    /** One of three is missing: two thirds are served, which is no outage and a third of the time lost. */
    @Test
    void othersThatGoOnLeaveAPartOfTheService() throws Exception {
        service.servedWithout = 0.7;
        service.start = Duration.ofSeconds(20);
        FaultResult result = make(Kind.KILL);

        assertThat(result.loss().outageSeconds()).isZero();
        assertThat(result.loss().recoverySeconds()).isCloseTo(20, within(0.11));
        assertThat(result.loss().lostSeconds()).isCloseTo(20 * 0.3, within(0.3));
    }

    /** The planted truth: somebody starts it again within 10 ms, before anybody has seen that it was gone. */
    @Test
    void aFaultThatIsMendedBeforeItIsSeenIsNone() throws Exception {
        service.supervisor = Duration.ofMillis(10);
        FaultResult result = make(Kind.KILL);

        assertThat(result.counts()).isFalse();
        assertThat(result.problem())
                .isEqualTo("app1 was not seen to be gone after it, it was running: something prevents the fault");
        assertThat(result.loss()).isNull();
        assertThat(service.done).as("nothing is started twice").containsExactly("kill app1");
        assertThat(result.healedMillis()).isPositive();
    }

    /** It is whole after 3 s, and for the 90 s that are waited it serves nobody. */
    @Test
    void anOutageThatIsNotOverHasNoLength() throws Exception {
        service.silent = true;
        FaultResult result = make(Kind.KILL);

        assertThat(result.counts()).isFalse();
        assertThat(result.problem())
                .isEqualTo(
                        "not even half of the level was served when the wait was over, 93 s after it: wait longer (--patience)");
        assertThat(result.loss()).isNull();
        assertThat(result.healedMillis() - result.beganMillis()).isEqualTo(3_000);
    }

    @Test
    void aFaultThatWasNeverMadeHasNoTimes() throws Exception {
        service.broken = true;
        FaultResult result = make(Kind.KILL);

        assertThat(result.problem()).startsWith("the service was not steady before it");
        assertThat(service.done).isEmpty();
        assertThat(result.beganMillis()).isZero();
        assertThat(result.seenMillis()).isZero();
        assertThat(result.healedMillis()).isZero();
    }

    @Test
    void afterADriverThatSleptNobodyKnowsWhatWasServed() throws Exception {
        service.driverSleeps = true;
        FaultResult result = make(Kind.FREEZE);

        assertThat(result.problem()).startsWith("the driver did not report second 21 of its load");
        assertThat(result.healedMillis()).as("the walk may go on").isPositive();
    }
}
