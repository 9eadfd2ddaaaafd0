package gavel.harness.command.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.http.Http.Answer;
import org.junit.jupiter.api.Test;

class NodeLineTest {
    private static final String NODE =
            "{\"node\": \"app2\", \"instance\": \"1f0c\", \"version\": \"1\", \"partitions\": %s, \"draining\": %s}";

    @Test
    void aNodeSaysWhichPartitionsItDecides() {
        assertThat(NodeLine.of(new Answer(200, NODE.formatted("[0, 1, 2, 7, 9, 10]", false))))
                .isEqualTo("node app2, instance 1f0c, decides partitions 0-2 7 9-10 (6)");
    }

    @Test
    void aDrainedNodeDecidesNothing() {
        assertThat(NodeLine.of(new Answer(200, NODE.formatted("[]", true))))
                .isEqualTo("node app2, instance 1f0c, decides nothing, draining");
    }

    @Test
    void aNodeThatHangsIsToldAsSuch() {
        assertThat(NodeLine.of(new Answer(0, "no answer from http://127.0.0.1:1")))
                .isEqualTo("does not say what it decides: no answer from http://127.0.0.1:1");
    }
}
