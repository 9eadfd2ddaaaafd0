package gavel.auction.auction;

import gavel.auction.broker.AuctionCommand;
import java.util.concurrent.CompletionStage;

/** The way to the node that owns an auction: only that node changes it while it runs. */
@FunctionalInterface
public interface AuctionCommands {
    /** Completes when the command will certainly reach the owner, sooner or later; fails when that is not certain. */
    CompletionStage<Void> send(AuctionCommand command);
}
