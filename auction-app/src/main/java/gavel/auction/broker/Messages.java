package gavel.auction.broker;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How what travels through the broker is written: JSON, and for the bid queues a type that tells bids from commands. */
public final class Messages {
    /** AMQP type of a {@link BidMessage}. */
    public static final String BID = "bid";

    /** AMQP type of an {@link AuctionCommand}. */
    public static final String COMMAND = "command";

    /** Header of a dead letter: why nobody could apply it. */
    public static final String REASON = "reason";

    /** Properties of a bid: persistent JSON. */
    public static final BasicProperties BID_PROPERTIES = persistent(BID);

    /** Properties of a command: persistent JSON. */
    public static final BasicProperties COMMAND_PROPERTIES = persistent(COMMAND);

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final TypeReference<Map<Long, Long>> DIGEST = new TypeReference<>() {};

    private Messages() {}

    public static byte[] write(Object message) {
        return JSON.writeValueAsBytes(message);
    }

    /**
     * @throws tools.jackson.core.JacksonException when the body is not such a message
     */
    public static <T> T read(byte[] body, Class<T> type) {
        return JSON.readValue(body, type);
    }

    /** A digest: revision by auction. */
    public static Map<Long, Long> readDigest(byte[] body) {
        return JSON.readValue(body, DIGEST);
    }

    private static BasicProperties persistent(String type) {
        return new BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(2)
                .type(type)
                .build();
    }
}
