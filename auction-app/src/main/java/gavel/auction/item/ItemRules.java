package gavel.auction.item;

import gavel.auction.problem.ApiProblem;

/** Which accounts may see and change an item. */
final class ItemRules {
    private ItemRules() {}

    /** A withdrawn item is gone for everyone; a draft is its seller's alone, and for others as if it were not. */
    static boolean isVisible(ItemState state, long sellerId, long accountId) {
        return switch (state) {
            case WITHDRAWN -> false;
            case DRAFT -> sellerId == accountId;
            case CONSIGNED, SOLD -> true;
        };
    }

    /** Why this account cannot change the item now; null when it can. */
    static ApiProblem refusal(ItemRow item, long accountId) {
        if (!isVisible(item.state(), item.sellerId(), accountId)) {
            return ApiProblem.notFound("item", item.id());
        }
        if (item.sellerId() != accountId) {
            return ApiProblem.forbidden("Item " + item.id() + " belongs to another account.");
        }
        return switch (item.state()) {
            case CONSIGNED ->
                ApiProblem.conflict(
                        "Item " + item.id() + " is in an auction: it cannot be changed before its lot has closed.");
            case SOLD -> ApiProblem.conflict("Item " + item.id() + " is sold: it can no longer be changed.");
            case DRAFT, WITHDRAWN -> null;
        };
    }
}
