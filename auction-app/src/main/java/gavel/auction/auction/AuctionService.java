package gavel.auction.auction;

import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.AuctionCommand.Kind;
import gavel.auction.item.Items;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What owners do with their auctions. Descriptions and queued lots are written here; whatever moves the revision, cancelling included, is
 * asked of the owner of the auction's partition.
 */
@Component
final class AuctionService {
    private static final Logger LOG = LoggerFactory.getLogger(AuctionService.class);
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);
    private static final Duration FURTHEST_START = Duration.ofDays(3650);
    private static final Duration SENT_WITHIN = Duration.ofSeconds(5);
    /** The owner of the partition has all of a round in memory, and reads them anew for each that is added. */
    private static final int MOST_LOTS = 1_000;

    private final AuctionDescriptions descriptions;
    private final Items items;
    private final AuctionCommands commands;
    private final TransactionTemplate transaction;
    private final InstantSource clock;

    AuctionService(
            AuctionDescriptions descriptions,
            Items items,
            AuctionCommands commands,
            TransactionTemplate transaction,
            InstantSource clock) {
        this.descriptions = descriptions;
        this.items = items;
        this.commands = commands;
        this.transaction = transaction;
        this.clock = clock;
    }

    Auction create(long ownerId, AuctionDraft draft) {
        if (draft.version() != null) {
            throw ApiProblem.invalid("version", "must not be given for a new auction: " + draft.version());
        }
        requireStartInReach(draft);
        Auction auction = descriptions.insert(ownerId, draft);
        refresh(auction.id());
        return auction;
    }

    Auction change(long id, long ownerId, AuctionDraft draft) {
        if (draft.version() == null) {
            throw ApiProblem.invalid("version", "must be given: the version of the auction that was read");
        }
        requireStartInReach(draft);
        Auction changed = descriptions
                .update(id, ownerId, draft.version(), draft)
                .orElseThrow(() -> {
                    Auction auction = own(id, ownerId);
                    return auction.state() == Auction.State.SCHEDULED
                            ? ApiProblem.stale("auction", draft.version())
                            : ApiProblem.conflict("Auction " + id + " has begun: it can no longer be changed.");
                });
        refresh(id);
        return changed;
    }

    /** Returns true when the auction is cancelled already, false when that was asked of the owner of its partition. */
    boolean cancel(long id, long ownerId) {
        Auction auction = own(id, ownerId);
        return switch (auction.state()) {
            case CANCELLED -> true;
            case COMPLETE -> throw ApiProblem.conflict("Auction " + id + " is over: it can no longer be cancelled.");
            case SCHEDULED, RUNNING -> {
                sendSurely(new AuctionCommand(id, Kind.CANCEL));
                yield false;
            }
        };
    }

    Lot consign(long auctionId, long ownerId, long itemId) {
        Lot lot = transaction.execute(_ -> {
            Auction auction = descriptions.lock(auctionId).orElseThrow(() -> ApiProblem.notFound("auction", auctionId));
            requireOwner(auction, ownerId);
            if (!auction.state().isOpen()) {
                throw ApiProblem.conflict("Auction " + auctionId + " is over: no lot can be added.");
            }
            if (auction.lotCount() >= MOST_LOTS) {
                throw ApiProblem.conflict("An auction may have at most " + MOST_LOTS + " lots.");
            }
            return descriptions.queue(auctionId, items.consign(itemId, ownerId));
        });
        items.changed(itemId);
        refresh(auctionId);
        return lot;
    }

    private Auction own(long id, long ownerId) {
        Auction auction = descriptions.find(id).orElseThrow(() -> ApiProblem.notFound("auction", id));
        requireOwner(auction, ownerId);
        return auction;
    }

    private static void requireOwner(Auction auction, long accountId) {
        if (auction.ownerId() != accountId) {
            throw ApiProblem.forbidden("Auction " + auction.id() + " belongs to another account.");
        }
    }

    private void requireStartInReach(AuctionDraft draft) {
        var now = clock.instant();
        if (draft.startsAt().isBefore(now.minus(CLOCK_TOLERANCE))
                || draft.startsAt().isAfter(now.plus(FURTHEST_START))) {
            throw ApiProblem.invalid("startsAt", "must be from now to ten years ahead: " + draft.startsAt());
        }
    }

    /** The change is committed already, so the caller is not held up, nor told when the broker is away. */
    private void refresh(long auctionId) {
        commands.send(new AuctionCommand(auctionId, Kind.REFRESH)).whenComplete((_, failure) -> {
            if (failure != null) {
                LOG.warn("The owner of auction {} was not told of a change: {}", auctionId, failure.toString());
            }
        });
    }

    private void sendSurely(AuctionCommand command) {
        try {
            commands.send(command).toCompletableFuture().get(SENT_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("A command for auction {} may not have been sent: {}", command.auctionId(), e.toString());
            throw unavailable();
        }
    }

    private static ApiProblem unavailable() {
        return ApiProblem.unavailable("The message broker does not answer: try again.", Duration.ofSeconds(1));
    }
}
