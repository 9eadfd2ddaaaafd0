package gavel.auction.relational;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DialectTest {
    @Test
    void theAddressTellsTheDialect() {
        assertThat(Dialect.of("jdbc:postgresql://host/gavel")).isSameAs(Dialect.POSTGRESQL);
        assertThat(Dialect.of("jdbc:mariadb://host/gavel?sslMode=verify-full")).isSameAs(Dialect.MARIADB);
        assertThat(Dialect.isKnown("jdbc:mysql://host/gavel")).isFalse();
    }

    @Test
    void aStoreThatIsGoneWithoutAWordIsGivenUpInTheUnitOfEach() {
        assertThat(longestSilence(Dialect.POSTGRESQL)).as("seconds").isEqualTo("60");
        assertThat(longestSilence(Dialect.MARIADB)).as("milliseconds").isEqualTo("60000");
    }

    private static Object longestSilence(Dialect dialect) {
        HikariConfig pool = new HikariConfig();
        dialect.sessions(pool, "test");
        dialect.giveUpSilence(pool, Duration.ofSeconds(60));
        return pool.getDataSourceProperties().get("socketTimeout");
    }

    @Test
    void aRowIsReplacedInTheWordsOfEach() {
        List<String> columns = List.of("users", "seed");

        assertThat(Dialect.POSTGRESQL.upsert("data_set", "id", columns))
                .isEqualTo("insert into data_set (id, users, seed) values (?, ?, ?)"
                        + " on conflict (id) do update set users = excluded.users, seed = excluded.seed");
        assertThat(Dialect.MARIADB.upsert("data_set", "id", columns))
                .isEqualTo("insert into data_set (id, users, seed) values (?, ?, ?)"
                        + " on duplicate key update users = value(users), seed = value(seed)");
    }

    @Test
    void mariaDbIsAskedForEveryWordOfASearchAndForNothingItsSignsMean() {
        assertThat(Dialect.MARIADB.words("old  \"clock\" -of +a* (ship)")).isEqualTo("+old +clock +of +a +ship");
        assertThat(Dialect.MARIADB.words("Über 1900@home")).isEqualTo("+Über +1900 +home");
        assertThat(Dialect.MARIADB.words("\" ~ <")).isEmpty();
        assertThat(Dialect.POSTGRESQL.words("\"old clock\" -new")).isEqualTo("\"old clock\" -new");
    }

    @Test
    void mariaDbLooksForTheWordsInOneColumnByAPattern() {
        assertThat(Dialect.MARIADB.hasWords(":words", "title"))
                .isEqualTo("title regexp concat('(?=.*\\\\b', replace(substr(:words, 2), ' +', '\\\\b)(?=.*\\\\b'),"
                        + " '\\\\b)')");
    }

    @Test
    void mariaDbReadsTheChangedRowInTheTransactionOfTheChange() {
        assertThat(Dialect.MARIADB.updated("update item set version = 1 where id = :id", "item", "id", "title"))
                .containsSubsequence(
                        "rollback; resignal",
                        "start transaction;",
                        "update item",
                        "select title from item where id = :id and row_count() = 1;",
                        "commit;");
        assertThat(Dialect.MARIADB.updatedWithin("update item set version = 1 where id = :id", "item", "id", "title"))
                .doesNotContain("transaction", "commit");
    }
}
