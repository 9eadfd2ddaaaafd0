package gavel.auction.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressBoundTest {
    private static final int MOST = 3;

    private final List<InetAddress> open = new ArrayList<>();
    private long now;
    private final AddressBound bound = new AddressBound(MOST, open::stream, () -> now);

    private boolean comes(String address) throws UnknownHostException {
        InetAddress who = InetAddress.getByName(address);
        boolean taken = bound.takes(who);
        if (taken) {
            open.add(who);
        }
        return taken;
    }

    private void goes(String address) throws UnknownHostException {
        open.remove(InetAddress.getByName(address));
    }

    @Test
    void eachAddressHasItsOwn() throws UnknownHostException {
        for (int i = 0; i < MOST; i++) {
            assertThat(comes("10.0.0.1")).isTrue();
            assertThat(comes("10.0.0.2")).isTrue();
        }
        assertThat(comes("10.0.0.1")).isFalse();
        assertThat(comes("10.0.0.2")).isFalse();
        assertThat(comes("10.0.0.3")).isTrue();
    }

    @Test
    void oneClientHasAllAddressesOfAnIpv6Network() throws UnknownHostException {
        for (int i = 0; i < MOST; i++) {
            assertThat(comes("2001:db8:1:2::" + i)).isTrue();
        }
        assertThat(comes("2001:db8:1:2:3:4:5:6")).isFalse();
        assertThat(comes("2001:db8:1:3::1")).isTrue();
    }

    @Test
    void whoGoesMakesRoomWithinATenthOfASecond() throws UnknownHostException {
        for (int i = 0; i < MOST; i++) {
            comes("10.0.0.1");
        }
        assertThat(comes("10.0.0.1")).isFalse();
        goes("10.0.0.1");
        assertThat(comes("10.0.0.1")).as("not counted again yet").isFalse();
        now += Duration.ofMillis(100).toNanos();
        assertThat(comes("10.0.0.1")).isTrue();
        assertThat(comes("10.0.0.1")).isFalse();
    }

    @Test
    void whoComesAndGoesIsNeverRefused() throws UnknownHostException {
        for (int i = 0; i < 1_000; i++) {
            now += Duration.ofMillis(50).toNanos();
            assertThat(comes("10.0.0.1")).as("visit %s", i).isTrue();
            goes("10.0.0.1");
        }
    }

    @ParameterizedTest(name = "begun at {0} s, now {1} s: {2}")
    @CsvSource({"5, 14, false", "5, 16, true", "-20, -9, true", "-20, -11, false"})
    void aHeadHasTenSeconds(long start, long end, boolean late) {
        assertThat(LeanHttp11.isLate(start * 1_000_000_000, end * 1_000_000_000))
                .isEqualTo(late);
        assertThat(LeanHttp11.isLate(-1, end * 1_000_000_000)).isFalse();
    }
}
