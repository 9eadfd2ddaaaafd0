package gavel.auction.broker;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Messages as JSON. Unlike the API it skips fields it does not know, so that nodes of two versions can share a broker. */
public final class Messages {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private Messages() {}

    public static byte[] write(Object message) {
        return JSON.writeValueAsBytes(message);
    }

    public static <T> T read(byte[] body, Class<T> type) {
        return JSON.readValue(body, type);
    }
}
