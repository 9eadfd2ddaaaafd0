package gavel.auction.input;

import gavel.auction.problem.RefusedValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Reads every text, number and date of a body by one rule each, whatever field it is in. */
public final class StrictJson extends SimpleModule {
    private static final long serialVersionUID = 1L;

    private static final Set<JsonToken> TEXT = Set.of(JsonToken.VALUE_STRING);
    private static final Set<JsonToken> NUMBER = Set.of(JsonToken.VALUE_NUMBER_INT, JsonToken.VALUE_NUMBER_FLOAT);

    public StrictJson() {
        super("strict");
        addDeserializer(String.class, new Strict<>(String.class, TEXT, StrictJson::text));
        addDeserializer(LocalDate.class, new Strict<>(LocalDate.class, TEXT, Times::date));
        addDeserializer(Instant.class, new Strict<>(Instant.class, TEXT, Times::instant));
        addDeserializer(BigDecimal.class, new Strict<>(BigDecimal.class, NUMBER, Numbers::decimal));
    }

    private static String text(String text) {
        if (!Characters.isWellFormed(text)) {
            throw new IllegalArgumentException(
                    "must have no NUL character, no half of a surrogate pair and no tag character");
        }
        return text;
    }

    private static final class Strict<T> extends StdScalarDeserializer<T> {
        private final Set<JsonToken> tokens;
        private final transient Function<String, T> read;

        Strict(Class<T> type, Set<JsonToken> tokens, Function<String, T> read) {
            super(type);
            this.tokens = tokens;
            this.read = read;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T deserialize(JsonParser json, DeserializationContext context) {
            if (!tokens.contains(json.currentToken())) {
                return (T) context.handleUnexpectedToken(getValueType(context), json);
            }
            try {
                return read.apply(json.getString());
            } catch (IllegalArgumentException e) {
                throw new RefusedValue(json, e.getMessage());
            }
        }
    }
}
