package gavel.driver.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class NoReverseLookupsTest {
    /** Every machine knows the name of this one. */
    @Test
    void anAddressHasNoName() throws UnknownHostException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});

        assertThat(loopback.getHostName()).isEqualTo("127.0.0.1");
    }

    @Test
    void aNameHasAnAddress() throws UnknownHostException {
        assertThat(InetAddress.getByName("localhost").isLoopbackAddress()).isTrue();
    }
}
