package gavel.driver.http2;

import gavel.driver.message.Request;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Writes the header blocks of one connection's requests (HPACK, RFC 7541), as browsers do. What every request has, and the token of the
 * session, is told once and then named by one byte each. Entries are made in an order that is known, and never so many that the server
 * would forget one. So nothing of the table needs to be kept here but their number.
 */
public final class HeaderWriter implements Request.Parts {
    /** The table an encoder may use when the server does not say otherwise (RFC 9113, section 6.5.2). */
    private static final long USUAL_TABLE = 4_096;

    private static final int INDEXED = 0x80;
    private static final int FIRST_ENTRY = 62;
    private static final int METHOD = 2;
    private static final int GET = 2;
    private static final int POST = 3;
    private static final int PATH = 4;
    private static final int HTTP = 6;
    private static final int HTTPS = 7;
    private static final int AUTHORIZATION = 23;
    private static final int MOST_ENTRIES = 12;
    private static final int LONGEST_TOKEN = 200;

    private final Authority authority;
    private int entries;
    private byte[] token;
    private int tokenEntry;
    private boolean withoutTable;
    private boolean tableEmptied;
    private ByteBuf out;

    public HeaderWriter(Authority authority) {
        this.authority = authority;
    }

    /** The server's limit for the table. */
    public void tableSize(long bytes) {
        if (bytes < USUAL_TABLE && !withoutTable) {
            withoutTable = true;
            tableEmptied = true;
        }
    }

    public void write(Request request, ByteBuf to) {
        out = to;
        if (tableEmptied) {
            // The server wants a smaller table: it is told that there will be none.
            Hpack.number(out, 0x20, 5, 0);
            tableEmptied = false;
        }
        switch (request.method()) {
            case "GET" -> out.writeByte(INDEXED | GET);
            case "POST" -> out.writeByte(INDEXED | POST);
            default -> {
                Hpack.name(out, METHOD, false);
                String method = request.method();
                Hpack.number(out, 0, 7, method.length());
                for (int i = 0; i < method.length(); i++) {
                    out.writeByte(method.charAt(i));
                }
            }
        }
        out.writeByte(INDEXED | (authority.tls() ? HTTPS : HTTP));
        request.show(this);
        out = null;
    }

    @Override
    public void path(byte[] bytes, int from, int length) {
        Hpack.name(out, PATH, false);
        Hpack.text(out, bytes, from, length);
        if (withoutTable) {
            out.writeBytes(authority.forgotten());
        } else if (entries == 0) {
            out.writeBytes(authority.remembered());
            entries = Authority.FIELDS;
        } else {
            for (int entry = 0; entry < Authority.FIELDS; entry++) {
                indexed(entry);
            }
        }
    }

    @Override
    public void field(byte[] bytes, int from, int nameLength, int valueLength) {
        boolean isToken =
                !withoutTable && valueLength <= LONGEST_TOKEN && Hpack.index(bytes, from, nameLength) == AUTHORIZATION;
        int value = from + nameLength + 2;
        if (isToken && token != null && Arrays.equals(token, 0, token.length, bytes, value, value + valueLength)) {
            indexed(tokenEntry);
            return;
        }
        boolean remember = isToken && entries < MOST_ENTRIES;
        Hpack.field(out, bytes, from, nameLength, valueLength, remember);
        if (remember) {
            token = Arrays.copyOfRange(bytes, value, value + valueLength);
            tokenEntry = entries++;
        }
    }

    /** The newest entry has the lowest number. */
    private void indexed(int entry) {
        out.writeByte(INDEXED | (FIRST_ENTRY + entries - 1 - entry));
    }
}
