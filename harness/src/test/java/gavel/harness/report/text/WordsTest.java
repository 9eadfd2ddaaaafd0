package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Peak;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "-1, –",
        "0, 0.00 ms",
        "456, 0.46 ms",
        "12340, 12.3 ms",
        "456700, 457 ms",
        "1234000, 1.23 s",
        "61000000, 61.0 s"
    })
    void latenciesHaveThreeDigits(long micros, String shown) {
        assertThat(Words.latency(micros)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 %", "0.0004, 0.04 %", "0.0123, 1.2 %", "0.456, 46 %", "1.73, 173 %"})
    void sharesHaveTheDigitsTheyNeed(double share, String shown) {
        assertThat(Words.percent(share)).isEqualTo(shown);
    }

    @Test
    void everythingThatCouldBeMarkupIsEscaped() {
        assertThat(Words.escape("<a href=\"x\" id='y'>&</a>"))
                .isEqualTo("&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&lt;/a&gt;");
        assertThat(Words.escape(null)).isEmpty();
    }

    /** Of a name that somebody else gave: what turns the figures after it around, and what goes back to overwrite a line. */
    @Test
    void noTextTurnsOrOverwritesWhatStandsBesideIt() {
        String turning = "small" + (char) 0x202e + (char) 0x2067 + "\u001b[2J\r" + (char) 0x9b + "\n\té";
        assertThat(Words.escape(turning)).isEqualTo(Words.plain(turning));
        assertThat(Words.plain(turning)).isEqualTo("small\ufffd\ufffd\ufffd[2J\ufffd\ufffd\n\té");
    }

    @Test
    void namesAndCountsForPeople() {
        assertThat(Words.spaced("appServers")).isEqualTo("app servers");
        assertThat(Words.plural(1, "node")).isEqualTo("1 node");
        assertThat(Words.plural(1200, "node")).isEqualTo("1,200 nodes");
        assertThat(Words.limit(2000)).isEqualTo("2 s");
        assertThat(Words.limit(2500)).isEqualTo("2.5 s");
        assertThat(Words.bytes(3L << 30)).isEqualTo("3.0 GiB");
        assertThat(Words.bytes(1536 << 10)).isEqualTo("1.5 MiB");
    }

    @Test
    void anEndOfAnIntervalHasADecimalWhereAUserIsSomePercent() {
        assertThat(Words.interval(new Peak(95.2, 99.4, 1203.6))).isEqualTo("95.2 to 1,204");
    }
}
