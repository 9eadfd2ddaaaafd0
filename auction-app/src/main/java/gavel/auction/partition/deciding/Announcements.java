package gavel.auction.partition.deciding;

import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.LiveView;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What the owner of a partition tells the others. */
public interface Announcements {
    /** One message with all answers of a batch for one node, in their order. */
    void reply(String replyTo, List<DecisionMessage> decisions) throws IOException;

    void news(LiveView view) throws IOException;

    /** The revision of every running auction of this owner. */
    void digest(Map<Long, Long> revisions) throws IOException;

    /** Keeps a message that cannot be applied; returning means that the broker has it. */
    void deadLetter(Delivery delivery, String reason) throws IOException;
}
