package gavel.auction.engine;

import java.util.Map;

/**
 * All that is known, and locked, when a batch is decided.
 *
 * @param auctions by id: every auction an event of the batch is about
 * @param credits by account: the bidders of the batch and the leaders of its auctions
 * @param decided by bid: those of the batch that were decided before
 */
public record Situation(Map<Long, AuctionState> auctions, Map<Long, Credit> credits, Map<String, Decision> decided) {}
