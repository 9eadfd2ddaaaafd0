package gavel.harness.tier.front;

import gavel.harness.topology.FileSpec;
import gavel.harness.topology.Secret;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The key one server encrypts TLS session tickets with: a name of 16 bytes, which begins each ticket in plain text, and 32 secret ones.
 * So a balancer that cannot look into a connection still sees which server has its session. The others know the key too and resume the
 * session when that server is gone. The index is of the server, from 0.
 */
public final class TicketKey {
    private TicketKey() {}

    /** What the key begins with. */
    public static String name(int index) {
        return String.format(Locale.ROOT, "gavel-web-%06d", index + 1);
    }

    /** As the balancer looks for it in the first message of a client. */
    static String hexadecimalName(int index) {
        return HexFormat.of().formatHex(name(index).getBytes(StandardCharsets.US_ASCII));
    }

    static String file(int index) {
        return "ticket-key-" + (index + 1);
    }

    static FileSpec spec(int index) {
        return FileSpec.secret(
                "settings/" + file(index), Secret.ticketKey(index).reference());
    }
}
