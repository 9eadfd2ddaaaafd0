package gavel.auction.engine;

import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a batch changes; all of it is committed together or not at all.
 *
 * @param auctions those that changed, by id
 * @param changedLots rows to update
 * @param newLots rows to insert
 * @param items by id: the new state of items whose lot closed
 * @param credits those that changed, by account
 * @param decisions new ones, in the order in which they were made
 * @param answers to every bid of the batch, old and new, to be sent after the commit
 */
public record Outcome(
        Map<Long, AuctionState> auctions,
        Collection<LotState> changedLots,
        Collection<LotState> newLots,
        Map<Long, ItemState> items,
        Map<Long, Credit> credits,
        List<Decision> decisions,
        List<Answer> answers) {

    /** Where items go from the hammer. */
    public enum ItemState {
        SOLD,
        DRAFT
    }

    public record Answer(BidMessage bid, DecisionMessage decision) {}

    /** By reply queue, in their order. */
    public Map<String, List<DecisionMessage>> answersByNode() {
        return answers.stream()
                .collect(Collectors.groupingBy(
                        answer -> answer.bid().replyTo(),
                        LinkedHashMap::new,
                        Collectors.mapping(Answer::decision, Collectors.toList())));
    }

    public boolean changesNothing() {
        return auctions.isEmpty() && changedLots.isEmpty() && decisions.isEmpty();
    }
}
