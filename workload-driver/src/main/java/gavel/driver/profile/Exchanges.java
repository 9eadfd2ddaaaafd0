package gavel.driver.profile;

/** HTTP exchanges that an operation takes on average: pages of ten with a thumbnail each, two and a half pictures an item. */
public final class Exchanges {
    private Exchanges() {}

    public static double of(OperationKind kind) {
        return switch (kind) {
            case HOME -> 3;
            case LOGIN, UPDATE_PROFILE, CURRENT_LOT -> 2;
            case MANAGE_AUCTION -> 3;
            case SEARCH_ITEMS -> 11;
            case AUCTION_DETAIL -> 12;
            case ITEM_DETAIL -> 3.5;
            case JOIN_AUCTION -> 5;
            case BID_HISTORY, ATTENDANCE_HISTORY -> 1.3;
            case PURCHASE_HISTORY -> 6.5;
            default -> 1;
        };
    }
}
