package gavel.driver.room;

import gavel.driver.body.ContentException;
import java.math.BigDecimal;

/**
 * What a person knows of one auction that is attended: the newest view, and the checks that no view may go back behind it. Owned by
 * the loop.
 */
public final class AuctionRoom {
    private final long auctionId;
    private long revision;
    private long lotId;
    private String phase = "";
    private BigDecimal price;
    private BigDecimal minimumBid;
    private long leaderId;
    private long bidCount;
    private long knownLotId;
    private BigDecimal startingPrice;
    private long sellerId;
    private String thumbnail;
    private BidAnswer ownBid;

    /** What a live view says. */
    public record View(
            long auctionId,
            long revision,
            long lotId,
            String phase,
            BigDecimal price,
            BigDecimal minimumBid,
            long leaderId,
            long bidCount,
            String lastBidId) {}

    public AuctionRoom(long auctionId, long revision) {
        this.auctionId = auctionId;
        this.revision = revision;
    }

    /** Takes a view of the live auction. */
    public void see(View view) throws ContentException {
        if (view.auctionId != auctionId) {
            throw new ContentException("a view of auction " + view.auctionId + ", asked for was " + auctionId);
        }
        expectRevision(view.revision);
        boolean sameLot = view.lotId == lotId;
        if (sameLot && price != null && view.price != null && view.price.compareTo(price) < 0) {
            throw new ContentException("the price of lot " + lotId + " fell from " + price + " to " + view.price);
        }
        if (sameLot && view.bidCount < bidCount) {
            throw new ContentException(
                    "the number of bids of lot " + lotId + " fell from " + bidCount + " to " + view.bidCount);
        }
        if (view.lotId != 0
                && view.minimumBid != null
                && view.price != null
                && view.minimumBid.compareTo(view.price) < 0) {
            throw new ContentException("minimumBid " + view.minimumBid + " is below the price " + view.price);
        }
        expectOwnBid(view);
        revision = view.revision;
        lotId = view.lotId;
        phase = view.phase;
        price = view.price;
        minimumBid = view.minimumBid;
        leaderId = view.leaderId;
        bidCount = view.bidCount;
    }

    /** One's own accepted bid is seen again: as the last one at its revision, and in the price from then on. */
    private void expectOwnBid(View view) throws ContentException {
        if (ownBid == null || view.revision < ownBid.revision()) {
            return;
        }
        BidAnswer own = ownBid;
        ownBid = null;
        if (view.lotId != own.lotId()) {
            return;
        }
        boolean lastOfItsRevision =
                view.revision > own.revision() || own.bidId().equals(view.lastBidId);
        if (!lastOfItsRevision || view.price == null || view.price.compareTo(own.amount()) < 0) {
            throw new ContentException("the accepted bid " + own.bidId() + " of " + own.amount() + " at revision "
                    + own.revision() + " is not in the view of revision " + view.revision + ": price " + view.price
                    + ", last bid " + view.lastBidId);
        }
    }

    public void expectRevision(long seen) throws ContentException {
        if (seen < revision) {
            throw new ContentException(
                    "revision " + seen + " of auction " + auctionId + " after " + revision + " was seen");
        }
    }

    /** Takes the current lot with its item. */
    public void know(long lot, BigDecimal start, long seller, String picture) {
        knownLotId = lot;
        startingPrice = start;
        sellerId = seller;
        thumbnail = picture;
    }

    public void expectInNews(BidAnswer accepted) {
        ownBid = accepted.revision() > revision ? accepted : null;
    }

    /** Whether a person may bid for the lot that is shown: it is open, its item is known and not one's own, another one leads. */
    public boolean open(long accountId) {
        return knowsLot()
                && (phase.equals("OPEN") || phase.equals("LAST_CALL"))
                && minimumBid != null
                && leaderId != accountId
                && sellerId != accountId;
    }

    /** Whether the lot that is shown was read with its item. */
    public boolean knowsLot() {
        return lotId != 0 && lotId == knownLotId;
    }

    /** 0 when no lot is shown. */
    public long lotId() {
        return lotId;
    }

    public long auctionId() {
        return auctionId;
    }

    public long revision() {
        return revision;
    }

    public BigDecimal price() {
        return price;
    }

    public BigDecimal minimumBid() {
        return minimumBid;
    }

    public BigDecimal startingPrice() {
        return startingPrice;
    }

    public String thumbnail() {
        return thumbnail;
    }
}
