package gavel.harness.platform.ssh.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import gavel.harness.platform.ssh.connection.Banner.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What logins and programs of far machines print, of which nobody knows how much it is. */
class WhatIsPrintedTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'ready\\n'                 | FOUND
            'Welcome\\n\\nready\\n'    | FOUND
            '  ready \\r\\nrest'       | FOUND
            'already\\nready\\n'       | FOUND
            'ready'                    | ENDED
            'already\\n'               | ENDED
            ''                         | ENDED
            'ready now\\nand never\\n' | ENDED
            """)
    void theFirstLineThatIsTheMarkerEndsTheBanner(String printed, Outcome outcome) throws InterruptedException {
        String text = printed.replace("\\r", "\r").replace("\\n", "\n");
        assertThat(new Banner(stream(text), "ready", 1_000).await(LONG)).isEqualTo(outcome);
    }

    @Test
    void whatFollowsTheMarkerIsLeftToOthers() throws Exception {
        InputStream stream = stream("hello\nready\n\u0001GVL1");
        assertThat(new Banner(stream, "ready", 1_000).await(LONG)).isEqualTo(Outcome.FOUND);
        assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("\u0001GVL1");
    }

    @ParameterizedTest
    @CsvSource({"5, FOUND", "94, FOUND", "95, TOO_LONG", "100000, TOO_LONG"})
    void aLoginMayPrintSoMuchAndNoMore(int printed, Outcome outcome) throws InterruptedException {
        // The marker has five letters of the hundred.
        Banner banner = new Banner(stream("x".repeat(printed) + "\nready\n"), "ready", 100);
        assertThat(banner.await(LONG)).isEqualTo(outcome);
    }

    @Test
    void aLoginThatSaysNothingIsNotWaitedForForEver() throws Exception {
        try (PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out)) {
            out.write("Last login: today\nPassword".getBytes(StandardCharsets.UTF_8));
            Banner banner = new Banner(in, "ready", 1_000);
            assertThat(banner.await(Duration.ofSeconds(1))).isEqualTo(Outcome.TIMED_OUT);
            assertThat(banner.lines()).containsExactly("Last login: today", "Password");
        }
    }

    @Test
    void aStreamThatBreaksHasEnded() throws InterruptedException {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset by peer");
            }
        };
        assertThat(new Banner(broken, "ready", 100).await(LONG)).isEqualTo(Outcome.ENDED);
        assertThat(new Tail(broken, 100).lines()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4_095, 4_096, 4_097, 10_000})
    void theEndOfWhatWasPrintedIsKeptWithinItsBound(int bytes) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(bytes);
        for (int i = 0; i < 20; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12_000); j > 0; j--) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            String end = text.substring(Math.max(0, text.length() - bytes));
            assertThat(String.join("", new Tail(stream(text.toString()), bytes).lines()))
                    .isEqualTo(end);
        }
    }

    @Test
    void linesAreThoseOfAnySystem() throws InterruptedException {
        assertThat(new Tail(stream("one\r\ntwo\n\nthree"), 100).lines()).containsExactly("one", "two", "", "three");
        assertThat(new Tail(stream(""), 100).lines()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "a/b", "/a b", "/a;b", "/a$b", "/a'b", "/a\nb", "/a/../b", "/..", "/a..b", "~/a", "/ä"})
    void aPathThatAShellWouldReadOtherwiseIsRefused(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plain.path(path))
                .withMessage("must be an absolute path of letters, digits and . _ + - only: " + path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "/var/tmp/gavel-1.0+x_y", "/.hidden/a"})
    void aPlainPathStaysAsItIs(String path) {
        assertThat(Plain.path(path)).isEqualTo(path);
    }

    @Test
    void sshIsAskedForAMachineAsAPersonWouldType() {
        SshTarget plain = new SshTarget("m1", "db.example", null, 0, null);
        assertThat(plain.options()).isEmpty();
        assertThat(plain.typed()).isEqualTo("ssh db.example");
        SshTarget full = new SshTarget("m1", "10.0.0.1", "bench", 2_222, "/home/me/.ssh/key");
        assertThat(full.options()).isEqualTo(List.of("-l", "bench", "-p", "2222", "-i", "/home/me/.ssh/key"));
        assertThat(full.typed()).isEqualTo("ssh -l bench -p 2222 -i /home/me/.ssh/key 10.0.0.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SshTarget("m1", "-oProxyCommand=x", null, 0, null))
                .withMessage("address of m1 must not begin with '-': -oProxyCommand=x");
    }
}
