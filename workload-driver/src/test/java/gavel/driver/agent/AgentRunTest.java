package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.agent.AgentRun.State;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.shape.LoadShape;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Controllers with the same key at one agent. */
class AgentRunTest {
    private final FakeGenerator generator = new FakeGenerator();
    private long nanos = -1;
    private final AgentRun run = new AgentRun(() -> generator, () -> nanos);

    @AfterEach
    void close() {
        run.close();
    }

    private static LoadSpec spec(String name, int users) {
        return new LoadSpec(
                name,
                List.of(URI.create("http://127.0.0.1:8080")),
                null,
                "liveauction",
                users,
                new Accounts("u%d@gavel.example", 1, 500, "secret"),
                7,
                Phases.SMOKE,
                AgentShare.ALONE,
                EngineSpec.DEFAULT,
                null,
                0,
                LoadShape.CONSTANT,
                0);
    }

    @Test
    void aPreparedLoadIsNotReplacedByAnother() throws Exception {
        run.prepare(spec("mine", 100));

        assertThatThrownBy(() -> run.prepare(spec("yours", 200)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("another load is prepared here, mine with 100 users: stop it first;"
                        + " it is given up when it has not begun after 6 min");

        assertThat(run.state()).isEqualTo(State.PREPARED);
        assertThat(generator.spec.name()).isEqualTo("mine");
        assertThat(generator.told).containsExactly("prepare");
        run.start(Instant.EPOCH);
        assertThatThrownBy(() -> run.prepare(spec("yours", 200))).hasMessageContaining("a run is going on");
    }

    /** The answer to its first request was lost. */
    @Test
    void theSameLoadMayBePreparedAgain() throws Exception {
        run.prepare(spec("mine", 100));

        assertThatCode(() -> run.prepare(spec("mine", 100))).doesNotThrowAnyException();

        assertThat(generator.told).containsExactly("prepare", "close", "prepare");
    }

    @Test
    void aLoadThatWasGivenUpMakesRoom() throws Exception {
        run.prepare(spec("mine", 100));
        run.stop(false);
        run.prepare(spec("yours", 200));
        assertThat(generator.spec.name()).isEqualTo("yours");
    }

    /** Its controller was killed before it could start or stop it. */
    @Test
    void aLoadThatNeverBeganIsOverAfterSixMinutes() throws Exception {
        run.prepare(spec("mine", 100));
        nanos += TimeUnit.MINUTES.toNanos(6) - 1;
        assertThatThrownBy(() -> run.prepare(spec("yours", 200))).hasMessageContaining("another load is prepared");
        nanos++;
        run.prepare(spec("yours", 200));
        assertThat(generator.spec.name()).isEqualTo("yours");
    }
}
