package gavel.driver.body;

import gavel.driver.json.JsonFields;

/**
 * What a response must be.
 *
 * @param status the one that is right, and {@code other} a second one or 0
 * @param fields wanted of a JSON body; null for another kind
 */
public record Expectation(int status, int other, Kind kind, JsonFields fields) {
    public enum Kind {
        JSON,
        PICTURE,
        PAGE,
        ASSET,
        NOTHING
    }

    public static final Expectation PICTURE = new Expectation(200, 0, Kind.PICTURE, null);
    public static final Expectation PAGE = new Expectation(200, 304, Kind.PAGE, null);
    public static final Expectation ASSET = new Expectation(200, 304, Kind.ASSET, null);
    public static final Expectation NO_CONTENT = new Expectation(204, 0, Kind.NOTHING, null);

    public static Expectation json(int status, String... fields) {
        return new Expectation(status, 0, Kind.JSON, JsonFields.of(fields));
    }

    public Expectation or(int second) {
        return new Expectation(status, second, kind, fields);
    }

    public boolean accepts(int actual) {
        return actual == status || actual == other;
    }
}
