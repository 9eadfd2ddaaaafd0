package gavel.harness.tier.front;

import gavel.harness.deployment.Deployment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The key one server encrypts TLS session tickets with: a name of 16 bytes, which begins each ticket in plain text, and 32 secret ones.
 * So a balancer that cannot look into a connection still sees which server has its session. The others know the key too and resume the
 * session when that server is gone.
 *
 * @param index of the server, from 0
 */
record TicketKey(Deployment deployment, int index) {
    private String name() {
        return String.format(Locale.ROOT, "gavel-web-%06d", index + 1);
    }

    /** As the balancer looks for it in the first message of a client. */
    String hexadecimalName() {
        return HexFormat.of().formatHex(name().getBytes(StandardCharsets.US_ASCII));
    }

    /** Name and secret, 48 bytes. */
    byte[] bytes() {
        return (name() + deployment.secrets().tickets()).getBytes(StandardCharsets.US_ASCII);
    }

    Path file() {
        return deployment.directory().settings("ticket-key-" + (index + 1));
    }

    void write() throws IOException {
        deployment.host().put(file(), new String(bytes(), StandardCharsets.US_ASCII), true);
    }
}
