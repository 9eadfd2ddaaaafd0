package gavel.harness.command.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypedAnswerTest {
    private static boolean agrees(String typed) {
        return new TypedAnswer(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8))).getAsBoolean();
    }

    @ParameterizedTest
    @ValueSource(strings = {"y\n", "YES\n", " yes \n", "y"})
    void yes(String typed) {
        assertThat(agrees(typed)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "n\n", "yesterday\n", "no\ny\n"})
    void anythingElseIsNo(String typed) {
        assertThat(agrees(typed)).isFalse();
    }

    @Test
    void whoTypesWithoutEndOrIsGoneDoesNotAgree() {
        assertThat(agrees("y".repeat(10_000))).isFalse();
        assertThat(new TypedAnswer(new InputStream() {
                            @Override
                            public int read() throws IOException {
                                throw new IOException("closed");
                            }
                        })
                        .getAsBoolean())
                .isFalse();
    }
}
