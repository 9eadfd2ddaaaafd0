package gavel.auction.relational;

import com.zaxxer.hikari.HikariConfig;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * What is different about the SQL of the relational stores. Statements are written once, in words all of them understand (both know
 * {@code "condition"} and {@code ||}), with the fragments of this type; the few that share nothing are written twice, side by side.
 */
public sealed interface Dialect permits PostgreSql, MariaDb {
    Dialect POSTGRESQL = new PostgreSql();

    /** MariaDB 10.6 or later. */
    Dialect MARIADB = new MariaDb();

    /** @param url a JDBC address; one that is unknown is refused when the settings are read */
    static Dialect of(String url) {
        return url.startsWith("jdbc:mariadb:") ? MARIADB : POSTGRESQL;
    }

    /** Whether there is a dialect for this JDBC address. */
    static boolean isKnown(String url) {
        return url.startsWith("jdbc:postgresql:") || url.startsWith("jdbc:mariadb:");
    }

    /** The name of the folder of the schema. */
    String name();

    /** Sets up sessions that know the common words, keep instants, and see what is committed. */
    void sessions(HikariConfig pool, String application);

    /**
     * Besides: sessions that end when they idle so long in a transaction, so that a node that freezes keeps no lock for good. Not for commands,
     * whose transactions may wait long for other stores.
     */
    void endIdleTransactions(HikariConfig pool, Duration after);

    /** Besides: sessions that are given up when the store says nothing for so long: it may be gone without a word. */
    void giveUpSilence(HikariConfig pool, Duration after);

    /** Besides: sessions that end when they idle a second in a transaction, and give up a lock or a statement soon. */
    void impatientSessions(HikariConfig pool);

    /** The statement of this dialect. */
    String sql(String postgresql, String mariadb);

    /** The present time, not that of the statement's or the transaction's begin. */
    String clock();

    /** The store plans this statement each time for its parameters, and never settles on one plan for all. */
    void planEachTime(Statement statement) throws SQLException;

    /** From one time to another; null when one of them is. */
    String millisBetween(String earlier, String later);

    /** At the end of a query: locks its rows against changes until the transaction ends. */
    String forChange();

    /** After the name of a common table expression that is to be evaluated once where that can be said. */
    String once();

    /** A condition: all of the words that {@link #words} made of a search are in these columns together, which have one text index. */
    String contains(String parameter, String... columns);

    /** Like {@link #contains}, of a table that keeps these columns' words in a column {@code words} where its text index needs that. */
    String containsKept(String parameter, String... columns);

    /** A condition for few rows, because no index helps: all of the words that {@link #words} made of a search are in this one column. */
    String hasWords(String parameter, String column);

    /** The parameter of {@link #contains} and {@link #hasWords}. */
    String words(String search);

    /** Inserts a row that has no key of its own yet and gives it back. */
    default String inserted(String insert, String columns) {
        return insert + " returning " + columns;
    }

    /**
     * Updates at most one row, and gives it back when there was one.
     *
     * @param key named parameter that holds the row's id
     */
    String updated(String update, String table, String key, String columns);

    /** Like {@link #updated} for callers that have a transaction of their own. */
    String updatedWithin(String update, String table, String key, String columns);

    /** Inserts a row, or replaces the columns of the row that has its key; one positional parameter for each, key first. */
    String upsert(String table, String key, List<String> columns);

    /** Inserts a row unless its key is there. */
    String insertOnce(String insert);

    /** A condition: the column is one of many strings, which are the one parameter {@link #listed}. */
    String among(String column, String parameter);

    /** The parameter of {@link #among}. */
    Object listed(Collection<String> values);

    /** Deletes the rows with these numbers as keys, which are the one parameter {@link #listed}, and looks at no others. */
    String deletion(String table, String key);

    /** What empties tables others refer to, in the order to run it. What a transaction did before is kept even where these end it. */
    List<String> emptied(List<String> tables);

    /**
     * What makes ids go on after the largest there is.
     *
     * @param numbered tables whose ids the store gives
     * @param drawn the table whose ids are also drawn before its rows are written
     */
    List<String> continued(List<String> numbered, String drawn);

    /** What has to be run so that the planner knows tables that were just filled. */
    String analyse(List<String> tables);
}
