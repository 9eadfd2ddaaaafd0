package gavel.auction.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TokenHashTest {
    @Test
    void itIsTheSha256OfTheToken() {
        assertThat(TokenHash.ofToken("abc"))
                .hasToString("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void whatOneNodeWritesAnotherReads() {
        TokenHash hash = TokenHash.ofToken("abc");

        TokenHash read = TokenHash.ofHex(hash.toString());

        assertThat(read).isEqualTo(hash).hasSameHashCodeAs(hash);
        assertThat(read.bytes()).hasSize(32).isEqualTo(hash.bytes());
    }

    @Test
    void differentTokensHaveDifferentHashes() {
        assertThat(TokenHash.ofToken("abc")).isNotEqualTo(TokenHash.ofToken("abd"));
        assertThat(TokenHash.ofToken("")).isNotEqualTo(TokenHash.ofToken(" "));
        assertThat(TokenHash.ofToken("abc")).isNotEqualTo("abc");
    }

    @Test
    void whoGetsTheBytesCannotChangeTheHash() {
        TokenHash hash = TokenHash.ofToken("abc");

        hash.bytes()[0] ^= 1;

        assertThat(hash).isEqualTo(TokenHash.ofToken("abc"));
    }

    @Test
    void whatIsNotHexadecimalIsNoHash() {
        assertThatThrownBy(() -> TokenHash.ofHex("xyz")).isInstanceOf(IllegalArgumentException.class);
    }
}
