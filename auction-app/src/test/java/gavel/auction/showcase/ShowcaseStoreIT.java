package gavel.auction.showcase;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ShowcaseStoreIT {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void refusedBidsOfALotCostNothingToWhoeverLooksAtTheAcceptedOnes() throws Exception {
        TestDatabase database = EmbeddedServices.migratedDatabase();
        bids(database);
        JdbcClient sql = JdbcClient.create(database.dataSource());

        StringBuilder plan = new StringBuilder();
        sql.sql("explain " + ShowcaseStore.BIDS)
                .param("lot", 7)
                .param("size", 10)
                .param("offset", 0)
                .query(row -> {
                    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                        plan.append(row.getString(column)).append('\n');
                    }
                });

        assertThat(plan.toString())
                .contains("bid_decision_accepted")
                .doesNotContain("Filter")
                .doesNotContain("Sort")
                .doesNotContain("filesort");
    }

    private static void bids(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into bid_decision (bid_id, \"partition\", seq, auction_id, lot_id, account_id, idempotency_key,"
                                + " amount, outcome, revision, placed_at, decided_at) values (?, 1, ?, 1, 7, 3, ?, ?, ?, 1, ?, ?)")) {
            for (int seq = 1; seq <= 5_000; seq++) {
                insert.setString(1, "b" + seq);
                insert.setLong(2, seq);
                insert.setString(3, "k" + seq);
                insert.setBigDecimal(4, BigDecimal.TEN);
                insert.setString(5, seq % 500 == 0 ? "ACCEPTED" : "OUTBID");
                insert.setTimestamp(6, Timestamp.from(NOON));
                insert.setTimestamp(7, Timestamp.from(NOON));
                insert.addBatch();
            }
            insert.executeBatch();
            connection
                    .createStatement()
                    .execute(database.dialect().sql("analyze bid_decision", "analyze table bid_decision"));
        }
    }
}
