package gavel.driver.body;

import gavel.driver.json.JsonFields;
import gavel.driver.json.JsonHandler;
import gavel.driver.json.JsonText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The wanted fields of one JSON body. Every wanted field must be there (an absent value is null, never missing), repeated
 * ones as often as their elements. Reused from exchange to exchange; owned by the loop.
 */
public final class Answer implements JsonHandler {
    private JsonFields fields;
    private final List<List<Object>> values = new ArrayList<>();

    public void begin(JsonFields wanted) {
        fields = wanted;
        for (int i = 0; i < wanted.size(); i++) {
            if (i < values.size()) {
                values.get(i).clear();
            } else {
                values.add(new ArrayList<>(1));
            }
        }
    }

    @Override
    public void number(int field, long unscaled, int scale) {
        values.get(field).add(scale == 0 ? (Object) unscaled : BigDecimal.valueOf(unscaled, scale));
    }

    @Override
    public void text(int field, JsonText value) {
        values.get(field).add(value.toString());
    }

    @Override
    public void nothing(int field) {
        values.get(field).add(null);
    }

    @Override
    public void begin(int field) {
        values.get(field).add(this);
    }

    /** How often a field was there. */
    public int count(int field) {
        return values.get(field).size();
    }

    public boolean isNull(int field) {
        return first(field) == null;
    }

    public long id(int field) throws ContentException {
        return first(field) instanceof Long number ? number : wrongLong(field, "a whole number");
    }

    public BigDecimal money(int field) throws ContentException {
        return switch (first(field)) {
            case BigDecimal money -> money;
            case Long whole -> BigDecimal.valueOf(whole);
            case null, default -> throw wrong(field, "an amount");
        };
    }

    public String text(int field) throws ContentException {
        if (first(field) instanceof String text) {
            return text;
        }
        throw wrong(field, "a text");
    }

    /** All numbers of a repeated field. */
    public long[] ids(int field) throws ContentException {
        long[] ids = new long[count(field)];
        for (int i = 0; i < ids.length; i++) {
            if (!(values.get(field).get(i) instanceof Long id)) {
                throw wrong(field, "whole numbers");
            }
            ids[i] = id;
        }
        return ids;
    }

    /** All texts of a repeated field, nulls left out. */
    public List<String> texts(int field) throws ContentException {
        List<String> texts = new ArrayList<>(count(field));
        for (Object value : values.get(field)) {
            if (value instanceof String text) {
                texts.add(text);
            } else if (value != null) {
                throw wrong(field, "texts");
            }
        }
        return texts;
    }

    /** Throws unless every wanted field of the body itself was there; those of its parts are checked where they are read. */
    public void expectAll() throws ContentException {
        for (int i = 0; i < fields.countOfBody(); i++) {
            if (count(fields.ofBody(i)) == 0) {
                throw new ContentException(fields.path(fields.ofBody(i)) + " is missing");
            }
        }
    }

    /** Throws unless the fields come equally often: an element without one of them is incomplete. */
    public void expectTogether(int one, int... others) throws ContentException {
        for (int other : others) {
            if (count(one) != count(other)) {
                throw new ContentException(fields.path(other) + " came " + count(other) + " times, " + fields.path(one)
                        + " " + count(one) + " times");
            }
        }
    }

    public void expectId(int field, long expected) throws ContentException {
        if (id(field) != expected) {
            throw new ContentException(fields.path(field) + " is " + id(field) + ", asked for was " + expected);
        }
    }

    public void expectText(int field, String expected) throws ContentException {
        if (!text(field).equals(expected)) {
            throw new ContentException(fields.path(field) + " is " + text(field) + ", expected was " + expected);
        }
    }

    /** Throws unless every element has the text that was asked for. */
    public void expectEach(int field, String expected) throws ContentException {
        for (String text : texts(field)) {
            if (!text.equals(expected)) {
                throw new ContentException(fields.path(field) + " is " + text + ", asked for was " + expected);
            }
        }
    }

    private Object first(int field) {
        List<Object> found = values.get(field);
        return found.isEmpty() ? null : found.getFirst();
    }

    private long wrongLong(int field, String expected) throws ContentException {
        throw wrong(field, expected);
    }

    private ContentException wrong(int field, String expected) {
        List<Object> found = values.get(field);
        return new ContentException(fields.path(field)
                + (found.isEmpty() ? " is missing" : " is " + found.getFirst())
                + ", expected was " + expected);
    }
}
