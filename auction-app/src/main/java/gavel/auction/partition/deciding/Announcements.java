package gavel.auction.partition.deciding;

import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.LiveView;
import java.io.IOException;
import java.util.Map;

/** What the owner of a partition tells the others. */
public interface Announcements {
    void reply(String replyTo, DecisionMessage decision) throws IOException;

    void news(LiveView view) throws IOException;

    /** The revision of every running auction of a partition. */
    void digest(int partition, Map<Long, Long> revisions) throws IOException;

    /** Keeps a message nobody can apply; returning means that the broker has it. */
    void deadLetter(Delivery delivery, String reason) throws IOException;
}
