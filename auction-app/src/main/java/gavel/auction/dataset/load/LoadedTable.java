package gavel.auction.dataset.load;

import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.PlannedAuction;
import gavel.auction.dataset.plan.PlannedBid;
import gavel.auction.dataset.plan.PlannedLot;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.function.Consumer;

/** The tables a set fills, and how each row is made from the plan. */
enum LoadedTable {
    ACCOUNT("account", "id, email, password_hash, first_name, last_name, created_at") {
        @Override
        void write(Source source, TableRows rows, Runnable perRow) throws SQLException {
            for (int id = 1; id <= source.plan.size().accounts(); id++) {
                var account = source.plan.account(id);
                rows.add((long) id)
                        .add(account.email())
                        .add(source.passwordHash)
                        .add(account.firstName())
                        .add(account.lastName())
                        .add(account.createdAt())
                        .endRow();
                perRow.run();
            }
        }
    },
    CREDIT("credit", "account_id, credit_limit, held, spent") {
        @Override
        void write(Source source, TableRows rows, Runnable perRow) throws SQLException {
            Balances balances = Balances.of(source.plan);
            for (int id = 1; id <= source.plan.size().accounts(); id++) {
                rows.add((long) id)
                        .add(CREDIT_LIMIT)
                        .add(balances.held(id))
                        .add(balances.spent(id))
                        .endRow();
                perRow.run();
            }
        }
    },
    AUCTION("auction", "id, name, category, owner_id, starts_at, state, recurring, revision, changed_at, lot_count") {
        @Override
        void write(Source source, TableRows rows, Runnable perRow) throws SQLException {
            eachAuction(source, auction -> {
                rows.add((long) auction.id())
                        .add(auction.name())
                        .add(auction.category())
                        .add((long) auction.owner())
                        .add(auction.startsAt())
                        .add(auction.state())
                        .add((Boolean) auction.recurring())
                        .add(auction.revision())
                        .add(auction.changedAt())
                        .add((long) auction.lots().size())
                        .endRow();
                perRow.run();
            });
        }
    },
    ITEM(
            "item",
            "id, seller_id, title, description, manufacturer, \"condition\", category, date_of_origin, starting_price, state,"
                    + " image_count, thumbnail_id") {
        @Override
        void write(Source source, TableRows rows, Runnable perRow) throws SQLException {
            for (int id = 1; id <= source.plan.size().items(); id++) {
                var item = source.plan.item(id);
                rows.add((long) id)
                        .add((long) item.seller())
                        .add(item.title())
                        .add(item.description())
                        .add(item.manufacturer())
                        .add(item.condition())
                        .add(item.category())
                        .add(item.dateOfOrigin().toString())
                        .add(item.startingPrice())
                        .add(item.state())
                        .add((long) item.images())
                        .add(item.imageId(1))
                        .endRow();
                perRow.run();
            }
        }
    },
    LOT(
            "lot",
            "id, auction_id, item_id, position, round, starting_price, price, leader_id, last_bid_id, bid_count, state,"
                    + " opened_at, closes_at, closed_at") {
        @Override
        void write(Source source, TableRows rows, Runnable perRow) throws SQLException {
            eachAuction(source, auction -> {
                for (PlannedLot lot : auction.lots()) {
                    rows.add((long) lot.id())
                            .add((long) lot.auction())
                            .add((long) lot.id())
                            .add((long) lot.position())
                            .add(1L)
                            .add(lot.startingPrice())
                            .add(lot.price())
                            .add(lot.leader())
                            .add(lot.lastBidId())
                            .add((long) lot.bids())
                            .add(lot.state())
                            .add(lot.openedAt())
                            .add(lot.closesAt())
                            .add(lot.closedAt())
                            .endRow();
                    perRow.run();
                }
            });
        }
    },
    BID_DECISION(
            "bid_decision",
            "bid_id, \"partition\", seq, auction_id, lot_id, account_id, idempotency_key, amount, outcome, price, minimum_bid,"
                    + " revision, placed_at, decided_at") {
        @Override
        void write(Source source, TableRows rows, Runnable perRow) throws SQLException {
            eachAuction(source, auction -> {
                for (PlannedBid bid : auction.bids()) {
                    rows.add(bid.id())
                            .add((long) bid.partition())
                            .add(bid.seq())
                            .add((long) bid.auction())
                            .add((long) bid.lot())
                            .add((long) bid.account())
                            .add(bid.id())
                            .add(bid.amount())
                            .add("ACCEPTED")
                            .add(bid.amount())
                            .add(bid.minimumBid())
                            .add(bid.revision())
                            .add(bid.placedAt())
                            .add(bid.decidedAt())
                            .endRow();
                    perRow.run();
                }
            });
        }
    };

    /** No run of a day exhausts it. */
    private static final BigDecimal CREDIT_LIMIT = new BigDecimal("1000000000.00");

    private final String table;
    private final String columns;

    LoadedTable(String table, String columns) {
        this.table = table;
        this.columns = columns;
    }

    /** What the rows are made from. */
    record Source(DataSetPlan plan, String passwordHash) {}

    abstract void write(Source source, TableRows rows, Runnable perRow) throws SQLException;

    String table() {
        return table;
    }

    String columns() {
        return columns;
    }

    private interface Writing {
        void write(PlannedAuction auction) throws SQLException;
    }

    private static void eachAuction(Source source, Writing writing) throws SQLException {
        try {
            source.plan.eachAuction(throwing(writing));
        } catch (CopyFailure failure) {
            throw failure.cause;
        }
    }

    private static Consumer<PlannedAuction> throwing(Writing writing) {
        return auction -> {
            try {
                writing.write(auction);
            } catch (SQLException e) {
                throw new CopyFailure(e);
            }
        };
    }

    private static final class CopyFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final SQLException cause;

        CopyFailure(SQLException cause) {
            super(cause);
            this.cause = cause;
        }
    }
}
