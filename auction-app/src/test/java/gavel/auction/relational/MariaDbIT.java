package gavel.auction.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.testing.EmbeddedServices.TestDatabase;
import gavel.auction.testing.MariaDbServer;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the application takes for granted of sessions with MariaDB, on a machine that is not in UTC. */
class MariaDbIT {
    private static final Instant MOMENT = Instant.parse("2026-07-01T23:59:59.123456Z");
    private static final TimeZone BEFORE = TimeZone.getDefault();

    private static JdbcClient sql;

    @BeforeAll
    static void elsewhere() {
        TestDatabase database = MariaDbServer.shared().database().migrated();
        TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
        sql = JdbcClient.create(database.dataSource());
        account(1, "a@gavel.example");
    }

    @AfterAll
    static void back() {
        TimeZone.setDefault(BEFORE);
    }

    private static void account(long id, String email) {
        sql.sql(
                        "insert into account (id, email, password_hash, first_name, last_name, created_at) values (?, ?, 'x', 'A', 'B', ?)")
                .params(id, email, Timestamp.from(MOMENT))
                .update();
    }

    @Test
    void instantsKeepTheirMicrosecondsWhicheverWayTheyAreWrittenAndRead() {
        sql.sql("insert into node_lease values ('a', 'i', ?, ?, false)")
                .params(Timestamp.from(MOMENT), MOMENT.atOffset(ZoneOffset.UTC))
                .update();
        sql.sql("insert into node_lease values ('b', 'i', ?, ?, false)")
                .params(MOMENT.atOffset(ZoneOffset.UTC).toLocalDateTime(), "2026-07-01 23:59:59.123456")
                .update();

        assertThat(sql.sql("select started_at, expires_at from node_lease order by node")
                        .query((row, _) -> List.of(
                                row.getTimestamp(1).toInstant(),
                                row.getTimestamp(2).toInstant(),
                                row.getObject(1, OffsetDateTime.class).toInstant(),
                                row.getObject(2, OffsetDateTime.class).toInstant()))
                        .list())
                .containsExactly(List.of(MOMENT, MOMENT, MOMENT, MOMENT), List.of(MOMENT, MOMENT, MOMENT, MOMENT));
        Instant now = sql.sql("select sysdate(6) as now")
                .query((row, _) -> row.getTimestamp(1).toInstant())
                .single();
        assertThat(now).isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    }

    @Test
    void textsAreWhatTheyAreAndWordsAreFoundWhateverTheirCase() {
        account(2, "A@gavel.example");
        account(3, "a@gavel.example ");
        assertThatThrownBy(() -> account(4, "a@gavel.example")).isInstanceOf(DuplicateKeyException.class);
        sql.sql("insert into item (seller_id, title, description, \"condition\", category, starting_price, state)"
                        + " values (1, 'The Old Clock', 'of a Ship', 'good', 'clocks', 5, 'DRAFT')")
                .update();

        assertThat(found("old ship")).isEqualTo(1);
        assertThat(found("THE a")).as("no stop words, no least length").isEqualTo(1);
        assertThat(found("old boat")).isZero();
        assertThat(found("-old +\"clo*ck@ (")).as("signs mean nothing").isZero();
        assertThat(found("\" + -")).isZero();
        assertThat(titled("CLOCK old")).isEqualTo(1);
        assertThat(titled("old clo")).as("a part of a word").isZero();
        assertThat(titled("old ship")).as("in the description").isZero();
    }

    private static long titled(String words) {
        return sql.sql("select count(*) from item where " + Dialect.MARIADB.hasWords(":words", "title"))
                .param("words", Dialect.MARIADB.words(words))
                .query(Long.class)
                .single();
    }

    private static long found(String words) {
        return sql.sql("select count(*) from item where " + Dialect.MARIADB.contains(":words", "title", "description"))
                .param("words", Dialect.MARIADB.words(words))
                .query(Long.class)
                .single();
    }

    @Test
    void aCompoundThatFailsLeavesNothingBehind() {
        String both = MariaDb.atomically(
                "update account set version = 7 where id = 1; insert into credit (account_id) values (1);");

        assertThatThrownBy(() -> sql.sql(both).update()).hasMessageContaining("credit_limit");
        assertThat(sql.sql("select version from account where id = 1")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    void anAuctionHasOneOpenLotAtMost() {
        sql.sql(
                        "insert into auction (id, name, category, owner_id, starts_at, state) values (9, 'n', 'c', 1, now(), 'RUNNING')")
                .update();
        sql.sql("insert into item (id, seller_id, title, \"condition\", category, starting_price, state)"
                        + " values (9, 1, 't', 'good', 'c', 5, 'CONSIGNED')")
                .update();
        String lot =
                "insert into lot (auction_id, item_id, position, round, starting_price, state) values (9, 9, ?, 1, 5, ?)";
        sql.sql(lot).params(1, "SOLD").update();
        sql.sql(lot).params(2, "OPEN").update();
        sql.sql(lot).params(3, "QUEUED").update();

        assertThatThrownBy(() -> sql.sql(lot).params(4, "LAST_CALL").update())
                .isInstanceOf(DuplicateKeyException.class);
    }
}
