package gavel.driver.operation;

import gavel.driver.profile.OperationKind;
import gavel.driver.room.AuctionRoom;
import java.util.EnumMap;
import java.util.Map;

/** The one place where every operation's name meets what it does. */
final class Operations {
    private static final Map<OperationKind, Operation> ALL = new EnumMap<>(OperationKind.class);

    static {
        ALL.put(OperationKind.HOME, AccountOperations::home);
        ALL.put(OperationKind.REGISTER, AccountOperations::register);
        ALL.put(OperationKind.LOGIN, AccountOperations::login);
        ALL.put(OperationKind.VIEW_PROFILE, AccountOperations::viewProfile);
        ALL.put(OperationKind.UPDATE_PROFILE, AccountOperations::updateProfile);
        ALL.put(OperationKind.LOGOUT, AccountOperations::logout);
        ALL.put(OperationKind.LIST_AUCTIONS, BrowsingOperations::listAuctions);
        ALL.put(OperationKind.SEARCH_ITEMS, BrowsingOperations::searchItems);
        ALL.put(OperationKind.AUCTION_DETAIL, BrowsingOperations::auctionDetail);
        ALL.put(OperationKind.ITEM_DETAIL, BrowsingOperations::itemDetail);
        ALL.put(OperationKind.VIEW_IMAGE, BrowsingOperations::viewImage);
        ALL.put(OperationKind.JOIN_AUCTION, AttendingOperations::join);
        ALL.put(OperationKind.LEAVE_AUCTION, AttendingOperations::leave);
        ALL.put(OperationKind.PLACE_BID, BiddingOperations::placeBid);
        ALL.put(OperationKind.BID_HISTORY, HistoryOperations::bids);
        ALL.put(OperationKind.ATTENDANCE_HISTORY, HistoryOperations::attendance);
        ALL.put(OperationKind.PURCHASE_HISTORY, HistoryOperations::purchases);
        ALL.put(OperationKind.ADD_ITEM, SellingOperations::addItem);
        ALL.put(OperationKind.UPLOAD_IMAGE, SellingOperations::uploadImage);
        ALL.put(OperationKind.MANAGE_AUCTION, SellingOperations::manageAuction);
    }

    private Operations() {}

    static Operation of(OperationKind kind) {
        Operation operation = ALL.get(kind);
        if (operation == null) {
            throw new IllegalArgumentException(kind + " belongs to a follower");
        }
        return operation;
    }

    static Operation of(OperationKind kind, AuctionRoom room) {
        return switch (kind) {
            case NEXT_BID -> (run, stage) -> AttendingOperations.nextBid(run, stage, room);
            case CURRENT_LOT -> (run, stage) -> AttendingOperations.currentLot(run, stage, room);
            default -> of(kind);
        };
    }
}
