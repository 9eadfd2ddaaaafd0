package gavel.driver.json;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * A push parser for JSON (RFC 8259) in whatever pieces it arrives: takes the wanted fields, skips the rest, never collects the body.
 * Reused by {@link #begin}; owned by one thread; allocates nothing once its buffers have grown.
 */
public final class JsonReader {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_KEPT = 64 * 1024;
    private static final int CHUNK = 2048;

    private enum State {
        VALUE,
        VALUE_OR_END,
        NAME_OR_END,
        NAME,
        COLON,
        NEXT_OR_END,
        IN_STRING,
        ESCAPE,
        UNICODE,
        NUMBER,
        LITERAL,
        DONE
    }

    private final byte[] chunk = new byte[CHUNK];
    private final JsonText kept = new JsonText();
    private final JsonNumber number = new JsonNumber();
    private final boolean[] arrays = new boolean[MAX_DEPTH];
    private final JsonFields.Node[] nodes = new JsonFields.Node[MAX_DEPTH];
    private JsonHandler handler;
    private JsonFields.Node node;
    private State state = State.DONE;
    private int depth;
    private boolean isName;
    private boolean keeping;
    private int unicode;
    private int unicodeDigits;
    private int highSurrogate;
    private String literal;
    private int literalRead;

    /** Makes ready for a new body. */
    public void begin(JsonFields fields, JsonHandler receiver) {
        handler = receiver;
        node = fields.root();
        state = State.VALUE;
        depth = 0;
        highSurrogate = 0;
        Arrays.fill(nodes, null);
    }

    /** Reads all of {@code part}. Throws at the first byte that is not JSON. */
    public void read(ByteBuf part) throws JsonException {
        while (part.isReadable()) {
            // Out of the buffer in one go: a buffer checks itself at each byte that is taken from it.
            int count = Math.min(CHUNK, part.readableBytes());
            part.readBytes(chunk, 0, count);
            int i = 0;
            while (i < count) {
                if (state == State.IN_STRING) {
                    i = plainText(i, count);
                } else {
                    accept(chunk[i++]);
                }
            }
        }
    }

    /** Takes the bytes of a text up to one that means something; the one after that is the next to be read. */
    private int plainText(int from, int count) throws JsonException {
        int to = from;
        while (to < count && isPlain(chunk[to])) {
            to++;
        }
        if (keeping && to > from) {
            keep(from, to - from);
        }
        if (to < count) {
            inString(chunk[to]);
        }
        return to + 1;
    }

    private static boolean isPlain(byte b) {
        return b != '"' && b != '\\' && (b < 0 || b >= ' ');
    }

    /** The body is over. Throws when its value is not. */
    public void end() throws JsonException {
        if (state == State.NUMBER && depth == 0) {
            endNumber();
        }
        if (state != State.DONE) {
            throw new JsonException("the JSON text ends too early, at depth " + depth);
        }
    }

    private void accept(byte b) throws JsonException {
        switch (state) {
            case NUMBER -> {
                if (!number.accept(b)) {
                    endNumber();
                    accept(b);
                }
            }
            case ESCAPE -> escape(b);
            case UNICODE -> unicode(b);
            case LITERAL -> literal(b);
            default -> {
                if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                    structure(b);
                }
            }
        }
    }

    private void structure(byte b) throws JsonException {
        switch (state) {
            case VALUE -> value(b);
            case VALUE_OR_END -> {
                if (b == ']') {
                    endContainer(true);
                } else {
                    node = nodes[depth - 1] == null ? null : nodes[depth - 1].element;
                    value(b);
                }
            }
            case NAME_OR_END, NAME -> {
                if (b == '"') {
                    beginString(true, nodes[depth - 1] != null);
                } else if (b == '}' && state == State.NAME_OR_END) {
                    endContainer(false);
                } else {
                    throw wrong(b, "a name");
                }
            }
            case COLON -> {
                if (b != ':') {
                    throw wrong(b, "':'");
                }
                state = State.VALUE;
            }
            case NEXT_OR_END -> next(b);
            default -> throw wrong(b, "the end");
        }
    }

    private void next(byte b) throws JsonException {
        boolean array = arrays[depth - 1];
        if (b == ',') {
            if (array) {
                node = nodes[depth - 1] == null ? null : nodes[depth - 1].element;
                state = State.VALUE;
            } else {
                state = State.NAME;
            }
        } else if (b == (array ? ']' : '}')) {
            endContainer(array);
        } else {
            throw wrong(b, array ? "',' or ']'" : "',' or '}'");
        }
    }

    private void value(byte b) throws JsonException {
        switch (b) {
            case '{' -> beginContainer(false);
            case '[' -> beginContainer(true);
            case '"' -> beginString(false, wanted());
            case 't' -> beginLiteral("true");
            case 'f' -> beginLiteral("false");
            case 'n' -> beginLiteral("null");
            default -> {
                number.clear();
                if (!number.accept(b)) {
                    throw wrong(b, "a value");
                }
                state = State.NUMBER;
            }
        }
    }

    private void beginContainer(boolean array) throws JsonException {
        if (depth == MAX_DEPTH) {
            throw new JsonException("the JSON text is nested deeper than " + MAX_DEPTH);
        }
        if (wanted()) {
            handler.begin(node.field);
        }
        arrays[depth] = array;
        nodes[depth++] = node;
        state = array ? State.VALUE_OR_END : State.NAME_OR_END;
    }

    private void endContainer(boolean array) throws JsonException {
        if (depth == 0 || arrays[depth - 1] != array) {
            throw new JsonException("a bracket closes nothing");
        }
        node = nodes[--depth];
        if (wanted()) {
            handler.end(node.field);
        }
        endValue();
    }

    private void endValue() {
        node = null;
        state = depth == 0 ? State.DONE : State.NEXT_OR_END;
    }

    private void beginString(boolean name, boolean keep) {
        isName = name;
        keeping = keep;
        kept.length = 0;
        state = State.IN_STRING;
    }

    /** @param b the end of a text, or what may not stand in it as it is */
    private void inString(byte b) throws JsonException {
        if (b == '"') {
            if (isName) {
                JsonFields.Node parent = nodes[depth - 1];
                node = parent == null ? null : parent.named(kept.bytes, kept.length);
                state = State.COLON;
            } else {
                if (keeping) {
                    handler.text(node.field, kept);
                }
                endValue();
            }
        } else if (b == '\\') {
            state = State.ESCAPE;
        } else {
            throw wrong(b, "a character of a text");
        }
    }

    private void keep(int b) throws JsonException {
        expectRoom(1);
        kept.append(b);
    }

    private void keep(int from, int count) throws JsonException {
        expectRoom(count);
        kept.append(chunk, from, count);
    }

    private void expectRoom(int more) throws JsonException {
        if (kept.length + more > MAX_KEPT) {
            throw new JsonException("a wanted text is longer than " + MAX_KEPT + " bytes");
        }
    }

    private void escape(byte b) throws JsonException {
        if (b == 'u') {
            unicode = 0;
            unicodeDigits = 0;
            state = State.UNICODE;
            return;
        }
        int plain =
                switch (b) {
                    case '"', '\\', '/' -> b;
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    default -> throw wrong(b, "an escaped character");
                };
        if (keeping) {
            keep(plain);
        }
        state = State.IN_STRING;
    }

    private void unicode(byte b) throws JsonException {
        int digit = Character.digit(b, 16);
        if (digit < 0) {
            throw wrong(b, "a hexadecimal digit");
        }
        unicode = unicode * 16 + digit;
        if (++unicodeDigits < 4) {
            return;
        }
        state = State.IN_STRING;
        if (Character.isHighSurrogate((char) unicode)) {
            highSurrogate = unicode;
        } else if (keeping) {
            boolean pair = highSurrogate != 0 && Character.isLowSurrogate((char) unicode);
            kept.appendCodePoint(pair ? Character.toCodePoint((char) highSurrogate, (char) unicode) : unicode);
            highSurrogate = 0;
        }
    }

    private void beginLiteral(String expected) {
        literal = expected;
        literalRead = 1;
        state = State.LITERAL;
    }

    private void literal(byte b) throws JsonException {
        if (b != literal.charAt(literalRead)) {
            throw wrong(b, literal);
        }
        if (++literalRead < literal.length()) {
            return;
        }
        if (wanted()) {
            if (literal.equals("null")) {
                handler.nothing(node.field);
            } else {
                handler.bool(node.field, literal.equals("true"));
            }
        }
        endValue();
    }

    private void endNumber() throws JsonException {
        number.end(wanted());
        if (wanted()) {
            handler.number(node.field, number.unscaled(), number.scale());
        }
        endValue();
    }

    private boolean wanted() {
        return node != null && node.field != JsonFields.Node.NONE;
    }

    private static JsonException wrong(byte b, String expected) {
        return new JsonException("expected " + expected + ", found '" + (char) (b & 0xff) + "'");
    }
}
