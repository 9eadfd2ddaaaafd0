package gavel.auction.broker;

import java.util.UUID;

/**
 * Which node this process is.
 *
 * @param node its name in the deployment
 * @param instance of the process, so that a restarted node is another one
 */
public record NodeIdentity(String node, UUID instance) {
    /** Name of a queue of this process, for example {@code replies.app1.<instance>}. */
    public String queue(String purpose) {
        return purpose + "." + node + "." + instance;
    }

    public String replyQueue() {
        return queue("replies");
    }
}
