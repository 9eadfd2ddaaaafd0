package gavel.harness.run.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers;
import gavel.harness.failover.Fault;
import gavel.harness.failover.Fault.Kind;
import gavel.harness.failover.FaultMade;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.run.FakeTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is seen of a fault decides whether it is one. */
class FaultMakerTest implements Levers {
    private final List<String> done = new ArrayList<>();
    private final Deque<Condition> seen = new ArrayDeque<>();
    private String fails = "";
    private String interrupted = "";
    private boolean kept;

    @Override
    public void apply(ActionSettings action, BiConsumer<String, Stage> reached) throws IOException {
        done.add(action.text());
        if (action.text().equals(fails)) {
            throw new IOException("no");
        }
        if (action.text().equals(interrupted)) {
            interrupted = "";
            throw new InterruptedRunException("work at host far");
        }
    }

    @Override
    public Condition condition(String instance) {
        return seen.removeFirst();
    }

    private FaultMade make(Kind kind, Condition... conditions) throws InterruptedException {
        seen.addAll(List.of(conditions));
        return new FaultMaker(this, new FakeTime(), Duration.ofSeconds(10), kept)
                .make(new Fault("broker", 1, "rabbitmq1", kind));
    }

    @Test
    void itIsSeenTwiceThenHealedAndSeenToRun() throws Exception {
        FaultMade made = make(Kind.KILL, Condition.GONE, Condition.GONE, Condition.GONE, Condition.RUNNING);
        assertThat(made.problem()).isEmpty();
        assertThat(made.healed()).isTrue();
        assertThat(done).containsExactly("kill rabbitmq1", "start rabbitmq1");
    }

    @Test
    void aFreezeThatEndsBeforeItsTimeIsNone() throws Exception {
        FaultMade made = make(Kind.FREEZE, Condition.FROZEN, Condition.RUNNING, Condition.RUNNING, Condition.RUNNING);
        assertThat(made.problem())
                .isEqualTo(
                        "rabbitmq1 was not seen to be frozen just before it was to be healed, it was running: something prevents the fault");
        assertThat(made.healed()).isTrue();
        assertThat(done).containsExactly("freeze rabbitmq1");
    }

    @Test
    void whatDoesNotComeBackIsTold() throws Exception {
        FaultMade made = make(Kind.CUT, Condition.CUT_OFF, Condition.CUT_OFF, Condition.CUT_OFF, Condition.CUT_OFF);
        assertThat(made.problem()).isEqualTo("rabbitmq1 was not healed, it is cut off");
        assertThat(made.healed()).isFalse();
    }

    @Test
    void whatCannotBeMadeOrHealedIsToldWithItsReason() throws Exception {
        fails = "kill rabbitmq1";
        FaultMade unmade = make(Kind.KILL, Condition.RUNNING, Condition.RUNNING);
        assertThat(unmade.problem()).isEqualTo("it could not be made: no");
        assertThat(unmade.healed()).isTrue();
        fails = "start rabbitmq1";
        FaultMade unhealed = make(Kind.RESTART, Condition.GONE, Condition.GONE, Condition.GONE);
        assertThat(unhealed.problem()).isEqualTo("rabbitmq1 could not be healed: no");
        assertThat(unhealed.healed()).isFalse();
    }

    @Test
    void anInterruptThawsWhatStandsStill() {
        assertThatThrownBy(() -> {
                    seen.addAll(List.of(Condition.FROZEN, Condition.FROZEN));
                    Thread.currentThread().interrupt();
                    make(Kind.FREEZE);
                })
                .isInstanceOf(InterruptedException.class);
        assertThat(done).containsExactly("freeze rabbitmq1", "thaw rabbitmq1");
        assertThat(Thread.interrupted()).isFalse();
    }

    /** Far away it shows itself in another way than here. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptStartsWhatWasKilledWhereTheDeploymentIsKept(boolean forOthers) {
        kept = forOthers;
        interrupted = "start rabbitmq1";
        assertThatThrownBy(() -> make(Kind.KILL, Condition.GONE, Condition.GONE, Condition.GONE, Condition.GONE))
                .isInstanceOf(InterruptedRunException.class);
        assertThat(done).hasSize(forOthers ? 3 : 2).startsWith("kill rabbitmq1", "start rabbitmq1");
        assertThat(done.getLast()).isEqualTo("start rabbitmq1");
    }

    /** More than its process may be missing, so it is brought back even where that was never away. */
    @ParameterizedTest
    @CsvSource({"'',''", "away rabbitmq1,it could not be made: no"})
    void aHostIsBroughtBackWhateverBecameOfIt(String failing, String problem) throws Exception {
        fails = failing;
        if (failing.isEmpty()) {
            seen.addAll(List.of(Condition.GONE, Condition.GONE));
        }
        FaultMade made = make(Kind.HOST, Condition.RUNNING);
        assertThat(made.problem()).isEqualTo(problem);
        assertThat(made.healed()).isTrue();
        assertThat(done).containsExactly("away rabbitmq1", "back rabbitmq1");
    }

    /** A platform that cannot look makes no fault that counts. */
    @Test
    void withoutALookThereIsNoFault() throws Exception {
        Levers blind = (_, _) -> {};
        FaultMade made = new FaultMaker(blind, new FakeTime(), Duration.ofSeconds(1), false)
                .make(new Fault("broker", 1, "rabbitmq1", Kind.KILL));
        assertThat(made.problem()).isEqualTo("it could not be made: its state is unknown: rabbitmq1");
    }
}
