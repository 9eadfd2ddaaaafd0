package gavel.harness.platform.local.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakenPortsTest {
    @TempDir
    private Path proc;

    @Test
    void whatListensAtAnyAddressIsTakenAndAConnectionIsNot() throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/tcp"), """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0
               1: 0B07FB0A:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 2 1 0
               2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 3 1 0
            """);
        Files.writeString(proc.resolve("net/tcp6"), """
              sl  local_address                         remote_address                        st tx_queue
               0: 00000000000000000000000000000000:01BB 00000000000000000000000000000000:0000 0A 00000000:00000000
            """);

        // 0x16, 0x1BB, 0x1F90; not the connection of 0xC350.
        assertThat(new TakenPorts(proc).all()).containsExactly(22, 443, 8080);
    }

    @Test
    void withoutListsNothingIsTaken() {
        assertThat(new TakenPorts(proc).all()).isEmpty();
    }

    @Test
    void aServiceOfThisMachineIsSeen() throws IOException {
        try (ServerSocket service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(TakenPorts.ofThisMachine().all()).contains(service.getLocalPort());
        }
    }
}
