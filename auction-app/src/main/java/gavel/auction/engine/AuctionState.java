package gavel.auction.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One auction as it was committed.
 *
 * @param revision rises by one at every visible change
 * @param version of its description, which only its owner edits; the start of an auction makes sure that it did not change meanwhile
 * @param lots those of the present round, and what else is still queued, in the order in which they are offered
 */
public record AuctionState(
        long id,
        AuctionPhase phase,
        boolean recurring,
        int round,
        long revision,
        int version,
        Instant startsAt,
        Instant changedAt,
        List<LotState> lots) {

    private static final Comparator<LotState> OFFERED =
            Comparator.comparingInt(LotState::round).thenComparingInt(LotState::position);

    public AuctionState {
        lots = lots.stream().sorted(OFFERED).toList();
        if (lots.stream().filter(lot -> lot.phase().isOpen()).count() > 1) {
            throw new IllegalArgumentException("auction " + id + " has more than one open lot");
        }
    }

    /** The lot that takes bids. */
    public Optional<LotState> openLot() {
        return lots.stream().filter(lot -> lot.phase().isOpen()).findFirst();
    }

    /** The open lot, or the one that closed last, or null before the first. */
    public LotState shownLot() {
        return openLot().orElseGet(() -> lots.stream()
                .filter(lot -> lot.closedAt() != null && lot.openedAt() != null)
                .max(Comparator.comparing(LotState::closedAt).thenComparing(OFFERED))
                .orElse(null));
    }

    public boolean isOver() {
        return phase == AuctionPhase.COMPLETE || phase == AuctionPhase.CANCELLED;
    }

    public int queuedLots() {
        return (int) lots.stream().filter(lot -> lot.phase() == LotPhase.QUEUED).count();
    }

    Optional<LotState> nextLot() {
        return lots.stream().filter(lot -> lot.phase() == LotPhase.QUEUED).findFirst();
    }

    Optional<LotState> lot(long lotId) {
        return lots.stream().filter(lot -> lot.id() == lotId).findFirst();
    }

    /** When something will happen without a bid; empty for an auction that is over. */
    public Optional<Instant> deadline() {
        return phase == AuctionPhase.RUNNING ? openLot().map(LotState::closesAt) : Optional.empty();
    }

    AuctionState with(LotState changed) {
        List<LotState> next = new ArrayList<>(lots);
        next.replaceAll(lot -> lot.id() == changed.id() ? changed : lot);
        return new AuctionState(id, phase, recurring, round, revision, version, startsAt, changedAt, next);
    }

    AuctionState revised(Instant now) {
        return new AuctionState(id, phase, recurring, round, revision + 1, version, startsAt, now, lots);
    }

    AuctionState in(AuctionPhase next) {
        return new AuctionState(id, next, recurring, round, revision, version, startsAt, changedAt, lots);
    }

    AuctionState nextRound(List<LotState> offered) {
        return new AuctionState(id, phase, recurring, round + 1, revision, version, startsAt, changedAt, offered);
    }
}
