package gavel.harness.deploy.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The encodings of ITU-T X.690, and of RFC 5280 where that chooses one. */
class DerTest {
    private static String hex(byte[] encoded) {
        return HexFormat.of().formatHex(encoded);
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.840.10045.4.3.2, 06082a8648ce3d040302",
        "2.5.29.17, 0603551d11",
        "2.5.4.3, 0603550403",
        "1.3.0, 06022b00",
        "2.999.3, 0603883703"
    })
    void anIdentifierIsItsNumbersInGroupsOfSevenBits(String dotted, String encoded) {
        assertThat(hex(Der.identifier(dotted))).isEqualTo(encoded);
    }

    @ParameterizedTest
    @CsvSource({"0, 020100", "127, 02017f", "128, 02020080", "-1, 0201ff", "65536, 0203010000"})
    void anIntegerHasOneSignBit(long value, String encoded) {
        assertThat(hex(Der.integer(BigInteger.valueOf(value)))).isEqualTo(encoded);
    }

    @ParameterizedTest
    @CsvSource({"0, 0400", "1, 040100", "127, 047f", "128, 048180", "255, 0481ff", "256, 04820100", "65536, 0483010000"
    })
    void aLengthIsAsShortAsItCanBe(int length, String beginning) {
        byte[] encoded = Der.octets(new byte[length]);

        assertThat(hex(encoded)).startsWith(beginning);
        assertThat(encoded.length).isEqualTo(beginning.length() / 2 + (length == 1 ? 0 : length));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-26T17:38:05.999Z, 170d3236313132363137333830355a",
        "2049-12-31T23:59:59Z, 170d3439313233313233353935395a",
        "2050-01-01T00:00:00Z, 180f32303530303130313030303030305a"
    })
    void aTimeSaysItsCenturyOnceTwoDigitsAreNotEnough(Instant time, String encoded) {
        assertThat(hex(Der.time(time))).isEqualTo(encoded);
    }

    @Test
    void partsStandOneAfterAnother() {
        assertThat(hex(Der.sequence(Der.yes(), Der.text("é"), Der.bits(7, new byte[] {(byte) 0x80}))))
                .isEqualTo("300b" + "0101ff" + "0c02c3a9" + "03020780");
        assertThat(hex(Der.explicit(3, Der.set(Der.sequence())))).isEqualTo("a304" + "3102" + "3000");
    }
}
