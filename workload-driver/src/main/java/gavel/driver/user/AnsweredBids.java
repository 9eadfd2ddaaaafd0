package gavel.driver.user;

import gavel.driver.room.BidAnswer;
import java.util.ArrayList;
import java.util.List;

/** Every bid that was answered for good, as lines for the audit; about a hundred bytes each. Owned by the loop. */
public final class AnsweredBids {
    public static final String HEADER = "bidId,auctionId,lotId,accountId,amount,outcome,revision";

    private final List<String> lines = new ArrayList<>();

    void add(long accountId, BidAnswer answer) {
        lines.add(String.join(
                ",",
                answer.bidId(),
                Long.toString(answer.auctionId()),
                Long.toString(answer.lotId()),
                Long.toString(accountId),
                answer.amount().toPlainString(),
                answer.outcome(),
                Long.toString(answer.revision())));
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
