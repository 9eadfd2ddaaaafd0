package gavel.harness.run.elastic;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.elastic.Decider;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CommandDeciderIT {
    /** As a program does that was only tried at a terminal. */
    @Test
    void whoKeepsAnswersBackIsToldToFlushThem() throws Exception {
        try (CommandDecider program = CommandDecider.start("awk '{ print 2 }'")) {
            assertThatThrownBy(() -> program.wanted(new Decider.View(12.5, 2, 2, 40, 75)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("gave no answer within 5 s; it has to flush each line");
        }
    }
}
