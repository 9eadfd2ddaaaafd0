package gavel.driver.json;

/** Receives the wanted fields of a body in the order they come; {@code field} is the position in {@link JsonFields}. */
public interface JsonHandler {
    /** The value is {@code unscaled / 10^scale}: {@code 12.50} comes as 1250 and 2, {@code 17} as 17 and 0. */
    default void number(int field, long unscaled, int scale) {}

    /** Valid during the call. */
    default void text(int field, JsonText value) {}

    default void bool(int field, boolean value) {}

    /** The value is {@code null}. */
    default void nothing(int field) {}

    /** An object or an array begins whose own path is wanted, for example {@code items[]} for each element. */
    default void begin(int field) {}

    default void end(int field) {}
}
