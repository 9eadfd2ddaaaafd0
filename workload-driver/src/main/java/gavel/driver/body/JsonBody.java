package gavel.driver.body;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes the flat JSON objects that requests carry. */
public final class JsonBody {
    private final StringBuilder text = new StringBuilder("{");

    public JsonBody with(String name, String value) {
        name(name).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
        return this;
    }

    /** Numbers of any kind, in plain notation. */
    public JsonBody with(String name, Number value) {
        name(name).append(value instanceof java.math.BigDecimal money ? money.toPlainString() : value.toString());
        return this;
    }

    public byte[] bytes() {
        return (text + "}").getBytes(StandardCharsets.UTF_8);
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        return text.append('"').append(name).append("\":");
    }
}
