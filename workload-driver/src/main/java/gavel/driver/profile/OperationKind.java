package gavel.driver.profile;

import java.util.Arrays;
import java.util.List;

/** Everything a person, or the page on a person's behalf, can do at the auction house; the names are those of the profile file. */
public enum OperationKind {
    HOME("Home", false),
    REGISTER("Register", false),
    LOGIN("Login", false),
    LIST_AUCTIONS("ListAuctions", false),
    SEARCH_ITEMS("SearchItems", false),
    AUCTION_DETAIL("AuctionDetail", false),
    ITEM_DETAIL("ItemDetail", false),
    VIEW_IMAGE("ViewImage", false),
    JOIN_AUCTION("JoinAuction", false),
    LEAVE_AUCTION("LeaveAuction", false),
    CURRENT_LOT("CurrentLot", true),
    NEXT_BID("NextBid", true),
    PLACE_BID("PlaceBid", false),
    BID_HISTORY("BidHistory", false),
    ATTENDANCE_HISTORY("AttendanceHistory", false),
    PURCHASE_HISTORY("PurchaseHistory", false),
    VIEW_PROFILE("ViewProfile", false),
    UPDATE_PROFILE("UpdateProfile", false),
    ADD_ITEM("AddItem", false),
    UPLOAD_IMAGE("UploadImage", false),
    MANAGE_AUCTION("ManageAuction", false),
    LOGOUT("Logout", false);

    private final String title;
    private final boolean background;

    OperationKind(String title, boolean background) {
        this.title = title;
        this.background = background;
    }

    public String title() {
        return title;
    }

    /** Whether a follower does it, not a person. */
    public boolean background() {
        return background;
    }

    /** The long poll is judged by how late news is, not by its own duration. */
    public boolean longPoll() {
        return this == NEXT_BID;
    }

    static List<String> titles() {
        return Arrays.stream(values()).map(OperationKind::title).toList();
    }
}
