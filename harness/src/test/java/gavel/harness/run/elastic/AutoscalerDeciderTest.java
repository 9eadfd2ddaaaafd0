package gavel.harness.run.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.elastic.Decider;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Autoscaler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AutoscalerDeciderTest {
    private final List<String> diary = new ArrayList<>();
    private Autoscaler.Word word = new Autoscaler.Word(1, "");

    private final AutoscalerDecider decider = new AutoscalerDecider(() -> {
        diary.add("opened");
        return new Autoscaler() {
            @Override
            public Word now() {
                if (word == null) {
                    throw new EnvironmentException("connection refused");
                }
                return word;
            }

            @Override
            public void close() {
                diary.add("closed");
            }
        };
    });

    private static Decider.View at(double second) {
        return new Decider.View(second, 2, 2, 40, 50);
    }

    /** While the users before the path come, it is not to scale. */
    @Test
    void theAutoscalerDecidesFromTheFirstQuestionToTheLast() throws IOException {
        assertThat(diary).isEmpty();
        word = new Autoscaler.Word(3, "");
        assertThat(decider.wanted(at(0))).isEqualTo(3);
        decider.close();
        decider.close();

        assertThat(diary).containsExactly("opened", "closed");
        assertThat(decider.wanted(at(9))).as("nobody decides any more").isEqualTo(2);
        assertThat(diary).hasSize(2);
    }

    @Test
    void itTakesServersBackByItself() throws IOException {
        assertThat(decider.takesBack(2)).as("not asked yet").isFalse();
        word = new Autoscaler.Word(2, "");
        decider.wanted(at(0));
        assertThat(decider.takesBack(2)).isFalse();
        assertThat(decider.takesBack(3)).isTrue();
        word = null;
        assertThat(decider.takesBack(3)).as("nobody knows").isFalse();
    }

    @Test
    void oneThatWasNeverAskedIsNotOpened() {
        decider.close();
        assertThat(diary).isEmpty();
    }

    @Test
    void figuresMayComeLateButNotNever() throws IOException {
        word = new Autoscaler.Word(1, "FailedGetResourceMetric: no metrics");
        assertThat(decider.wanted(at(10))).isEqualTo(1);
        assertThat(decider.wanted(at(130))).isEqualTo(1);
        assertThatThrownBy(() -> decider.wanted(at(131)))
                .isInstanceOf(IOException.class)
                .hasMessage("the autoscaler has decided nothing for 120 s: FailedGetResourceMetric: no metrics");
    }

    @Test
    void figuresThatAreMissingForAWhileAreForgotten() throws IOException {
        decider.wanted(at(10));
        word = new Autoscaler.Word(1, "late");
        decider.wanted(at(100));
        word = new Autoscaler.Word(1, "");
        decider.wanted(at(120));
        word = new Autoscaler.Word(1, "late");

        assertThat(decider.wanted(at(235))).isEqualTo(1);
    }

    @Test
    void aClusterThatDoesNotAnswerForAWhileChangesNothing() throws IOException {
        decider.wanted(at(10));
        word = null;
        assertThat(decider.wanted(at(40))).as("as many as there are").isEqualTo(2);
        word = new Autoscaler.Word(3, "");
        assertThat(decider.wanted(at(43))).isEqualTo(3);

        word = null;
        assertThatThrownBy(() -> decider.wanted(at(164)))
                .hasMessage("the autoscaler has decided nothing for 120 s: connection refused");
    }

    @Test
    void aClusterThatDoesNotAnswerIsNoAnswer() {
        AutoscalerDecider refused = new AutoscalerDecider(() -> {
            throw new EnvironmentException("you may not");
        });

        assertThatThrownBy(() -> refused.wanted(at(0)))
                .isInstanceOf(IOException.class)
                .hasMessage("you may not");
    }
}
