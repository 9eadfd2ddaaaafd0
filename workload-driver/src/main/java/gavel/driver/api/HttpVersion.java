package gavel.driver.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Which HTTP simulated people speak. */
public enum HttpVersion {
    /** HTTP/2 where the server chooses it within TLS (ALPN), as with browsers; else HTTP/1.1. */
    AUTO("auto"),
    HTTP_1("1.1"),
    /** HTTP/2 and nothing else; without TLS from the first byte on, which no browser does ("prior knowledge"). */
    HTTP_2("2");

    private final String label;

    HttpVersion(String label) {
        this.label = label;
    }

    @JsonValue
    public String label() {
        return label;
    }

    @JsonCreator
    public static HttpVersion of(String label) {
        for (HttpVersion version : values()) {
            if (version.label.equals(label)) {
                return version;
            }
        }
        throw new IllegalArgumentException("http must be auto, 1.1 or 2: " + label);
    }

    @Override
    public String toString() {
        return label;
    }
}
