package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.result.Tail;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures where one form of them ends and the next begins. */
class WordsBoundariesTest {
    /** What rounds up to the next power of ten is written as that, and not with a digit more. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.00 ms",
        "5, 0.01 ms",
        "9994, 9.99 ms",
        "9995, 10.0 ms",
        "10000, 10.0 ms",
        "99949, 99.9 ms",
        "99950, 100 ms",
        "999499, 999 ms",
        "999500, 1.00 s",
        "1000000, 1.00 s",
        "9994999, 9.99 s",
        "9995000, 10.0 s",
        "59949999, 59.9 s",
        "3600000000, 3600.0 s"
    })
    void aLatencyHasThreeDigitsAlsoWhereItIsRoundedUp(long micros, String shown) {
        assertThat(Words.latency(micros)).isEqualTo(shown);
    }

    @Test
    void noLatencyBelowTenSecondsHasMoreThanThreeDigits() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            long micros = (long) Math.exp(random.nextDouble() * Math.log(9_990_000));
            String digits = Words.latency(micros).replaceAll("[^0-9]", "");
            assertThat(digits).as("%d microseconds", micros).hasSize(3);
        }
    }

    /** Read back, a latency is within half of its last digit. */
    @Test
    void aLatencyThatIsReadBackIsTheSameToItsLastDigit() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 20_000; i++) {
            long micros = (long) Math.exp(random.nextDouble() * Math.log(1e10));
            String[] words = Words.latency(micros).split(" ");
            double read = Double.parseDouble(words[0]) * (words[1].equals("ms") ? 1e3 : 1e6);
            int decimals = words[0].contains(".") ? words[0].length() - words[0].indexOf('.') - 1 : 0;
            double half = 0.5 * Math.pow(10, -decimals) * (words[1].equals("ms") ? 1e3 : 1e6);
            assertThat(Math.abs(read - micros)).as("%d microseconds", micros).isLessThanOrEqualTo(half + 1e-6);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.00004, 0.00 %",
        "0.00094, 0.09 %",
        "0.00095, 0.1 %",
        "0.001, 0.1 %",
        "0.0994, 9.9 %",
        "0.0995, 10 %",
        "0.0996, 10 %",
        "0.1, 10 %",
        "0.999, 100 %",
        "1, 100 %",
        "10, 1000 %",
        "-0.5, -50 %",
        "-0.0996, -10 %",
        "-0.05, -5.0 %",
        "-0.0004, -0.04 %"
    })
    void aShareHasTwoDigitsAlsoWhereItIsRoundedUp(double share, String shown) {
        assertThat(Words.percent(share)).isEqualTo(shown);
    }

    /** A limit is what somebody set: 250 ms are not 0.3 s, and 2,550 ms not 2.6 s. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.001 s",
        "40, 0.04 s",
        "50, 0.05 s",
        "250, 0.25 s",
        "500, 0.5 s",
        "999, 0.999 s",
        "1000, 1 s",
        "2550, 2.55 s",
        "40000, 40 s",
        "600000, 600 s"
    })
    void aLimitIsShownAsItWasSet(long millis, String shown) {
        assertThat(Words.limit(millis)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0 MiB",
        "1048576, 1.0 MiB",
        "10380902, 9.9 MiB",
        "10433332, 10 MiB",
        "10485760, 10 MiB",
        "1073217535, 1023 MiB",
        "1073217536, 1.0 GiB",
        "1073741824, 1.0 GiB",
        "9223372036854775807, 8589934592.0 GiB"
    })
    void bytesChangeTheirUnitWhereTheyAreRounded(long bytes, String shown) {
        assertThat(Words.bytes(bytes)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "0.49, 0 s",
        "0.5, 1 s",
        "119.4, 119 s",
        "119.5, 2.0 min",
        "120, 2.0 min",
        "3569, 59.5 min",
        "3570, 1 h",
        "5400, 1 h 30 min",
        "36000, 10 h"
    })
    void aTimeIsInMinutesFromTwoOn(double seconds, String shown) {
        assertThat(Words.time(seconds)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 0.00",
        "-0.0, 2, 0.00",
        "-0.004, 2, 0.00",
        "-0.005, 2, -0.01",
        "-0.4, 0, 0",
        "1234.5, 1, '1,234.5'",
        "-1234.5, 1, '-1,234.5'",
        "0.05, 1, 0.1"
    })
    void whatRoundsToNothingHasNoSign(double value, int digits, String shown) {
        assertThat(Words.decimal(value, digits)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"1, 1.0", "99.94, 99.9", "99.95, 100", "99.96, 100", "100.4, 100", "1234.5, '1,235'"})
    void ofFewUsersATenthIsTold(double users, String shown) {
        assertThat(Words.users(users)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 nodes", "1, 1 node", "2, 2 nodes", "-1, -1 nodes", "1000, '1,000 nodes'"})
    void onlyOneIsSingular(long count, String shown) {
        assertThat(Words.plural(count, "node")).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"too slow, too slow.", "too slow., too slow.", "'', ."})
    void aSentenceEndsWithOneFullStop(String text, String shown) {
        assertThat(Words.ended(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"appServers, app servers", "WARM_UP, warm_up", "p99Millis, p99millis", "'', ''"})
    void aNameOfAFieldIsWords(String name, String shown) {
        assertThat(Words.spaced(name)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "hi-IN-u-nu-deva", "tr-TR", "ar-EG"})
    void figuresAreTheSameEverywhere(String tag) {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(tag));
            assertThat(Words.latency(1_234_500)).isEqualTo("1.23 s");
            assertThat(Words.percent(0.0123)).isEqualTo("1.2 %");
            assertThat(Words.count(1_234_567)).isEqualTo("1,234,567");
            assertThat(Words.decimal(1_234.5, 1)).isEqualTo("1,234.5");
            assertThat(Words.bytes(3L << 30)).isEqualTo("3.0 GiB");
            assertThat(Words.time(150)).isEqualTo("2.5 min");
            assertThat(Words.limit(2_500)).isEqualTo("2.5 s");
            // Of a Turkish locale, "I" in lower case would have no dot.
            assertThat(Words.spaced("MAIN_IDLE")).isEqualTo("main_idle");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void theSlowEndIsNamedByWhatItIs() {
        assertThat(Words.tail(new Tail(12_340, true))).isEqualTo("p99 12.3 ms");
        assertThat(Words.tail(new Tail(12_340, false))).isEqualTo("max 12.3 ms");
        assertThat(Words.tail(new Tail(-1, false))).isEqualTo("–");
    }

    /** Whatever somebody calls his configuration, an element or an attribute of the page does not end there. */
    @Test
    void noTextCanEndAnElementOrAnAttribute() {
        SplittableRandom random = new SplittableRandom(5);
        String alphabet = "<>&\"'ab /\u0000\n=";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(20); j > 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String escaped = Words.escape(text.toString());
            assertThat(escaped).doesNotContain("<", ">", "\"", "'");
            assertThat(escaped.replaceAll("&(amp|lt|gt|quot|#39);", "")).doesNotContain("&");
            assertThat(unescaped(escaped)).isEqualTo(text.toString().replace('\u0000', '\ufffd'));
        }
    }

    private static String unescaped(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}
