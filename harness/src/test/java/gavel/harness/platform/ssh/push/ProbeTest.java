package gavel.harness.platform.ssh.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final String USUAL = "system=Linux\narchitecture=x86_64\nuser=root\nfree=1024\n";

    @Test
    void theShellTellsWhatTheMachineIs() {
        Probe probe = Probe.read("Last login: today\n" + USUAL
                        + "java=/usr/lib/jvm/java-17 \"17.0.2\"\njava=/usr/lib/jvm/temurin-25 \"25.0.1\"\n"
                        + "java=/opt/jdk-26 \"26-ea\"")
                .orElseThrow();
        assertThat(probe).isEqualTo(new Probe("Linux", "x86_64", "root", 1 << 20, "/usr/lib/jvm/temurin-25"));
    }

    @Test
    void aJavaThatIsTooOldOrHasAPathThatAShellWouldReadIsNone() {
        assertThat(Probe.read(USUAL + "java=/a/b 17.0.1\njava=/evil;rm 25\njava=/evil$(x) \"25\"\njava= 25")
                        .orElseThrow()
                        .java())
                .isNull();
    }

    @Test
    void halfAnAnswerIsNone() {
        for (String said :
                List.of("", "hello", "system=Linux\narchitecture=x86_64\nuser=root", USUAL.replace("1024", "much"))) {
            assertThat(Probe.read(said)).as(said).isEmpty();
        }
    }
}
