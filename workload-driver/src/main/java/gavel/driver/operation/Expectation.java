package gavel.driver.operation;

import gavel.driver.json.JsonFields;

/**
 * What a response must be.
 *
 * @param status the one that is right, and {@code other} a second one or 0
 * @param fields wanted of a JSON body; null for another kind
 */
record Expectation(int status, int other, Kind kind, JsonFields fields) {
    enum Kind {
        JSON,
        PICTURE,
        PAGE,
        ASSET,
        NOTHING
    }

    static final Expectation PICTURE = new Expectation(200, 0, Kind.PICTURE, null);
    static final Expectation PAGE = new Expectation(200, 304, Kind.PAGE, null);
    static final Expectation ASSET = new Expectation(200, 304, Kind.ASSET, null);
    static final Expectation NO_CONTENT = new Expectation(204, 0, Kind.NOTHING, null);

    static Expectation json(int status, String... fields) {
        return new Expectation(status, 0, Kind.JSON, JsonFields.of(fields));
    }

    Expectation or(int second) {
        return new Expectation(status, second, kind, fields);
    }

    boolean accepts(int actual) {
        return actual == status || actual == other;
    }
}
