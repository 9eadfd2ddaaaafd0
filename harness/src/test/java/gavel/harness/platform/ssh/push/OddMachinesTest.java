package gavel.harness.platform.ssh.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What odd machines answer before anything of Gavel is there. */
class OddMachinesTest {
    private static final String GOOD = "system=Linux\narchitecture=x86_64\nuser=bench\nfree=1024\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /opt/j24 "24.9.9"                 | -
            /opt/j25 "25"                     | /opt/j25
            /opt/j25 25                       | /opt/j25
            /opt/j26 "26-ea"                  | -
            /opt/j8 "1.8.0_402"               | -
            /opt/a b "25"                     | -
            /opt/$(id) "25"                   | -
            relative "25"                     | -
            /opt/odd "99999999999999999999"   | -
            /opt/odd ""                       | -
            /opt/odd                          | -
            """)
    void aReleasedJavaIsTakenWhereItIsNewEnoughAndItsPathIsPlain(String said, String java) {
        assertThat(Probe.read(GOOD + "java=" + said).orElseThrow().java()).isEqualTo(java);
    }

    @ParameterizedTest
    @ValueSource(strings = {"free=", "free=-1", "free=1.5", "free=many", "free=9999999999999999", "free=1 2"})
    void roomThatIsNoNumberIsNone(String free) {
        assertThat(Probe.read(GOOD.replace("free=1024", free))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "architecture", "user", "free"})
    void whereOneFactIsMissingNothingIsKnown(String fact) {
        assertThat(Probe.read(GOOD.replaceFirst("(?m)^" + fact + "=.*\n", ""))).isEmpty();
    }

    @Test
    void anyAnswerIsReadOrNotAndNothingElse() {
        SplittableRandom random = new SplittableRandom(19);
        String[] pieces = {
            "system=",
            "architecture=",
            "user=",
            "free=",
            "java=",
            "\n",
            "/opt/j",
            " ",
            "\"",
            "25",
            "9",
            "\u001b[31m",
            "=",
            "é"
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder said = new StringBuilder(random.nextBoolean() ? GOOD : "");
            for (int j = random.nextInt(30); j > 0; j--) {
                said.append(pieces[random.nextInt(pieces.length)]);
            }
            Probe.read(said.toString())
                    .ifPresent(probe -> assertThat(probe.freeBytes()).isNotNegative());
        }
    }
}
