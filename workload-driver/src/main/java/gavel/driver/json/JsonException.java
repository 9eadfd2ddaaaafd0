package gavel.driver.json;

/** A body is not the JSON it says it is. */
public final class JsonException extends Exception {
    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message, null, false, false);
    }
}
