package gavel.auction.item;

/** Where an item is in its life: only a draft can be changed, and only by its seller. */
public enum ItemState {
    /** With its seller. */
    DRAFT,
    /** In an auction, from consignment to hammer. */
    CONSIGNED,
    SOLD,
    /** Taken back by its seller; no longer shown. */
    WITHDRAWN
}
