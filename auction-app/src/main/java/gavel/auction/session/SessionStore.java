package gavel.auction.session;

import gavel.auction.relational.Dialect;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table of sessions. */
@Repository
class SessionStore {
    private static final int AT_ONCE = 500;

    /** Those beyond the newest of each account. Only of accounts that have too many the rows are put in order. */
    private static final String EXCESS = """
            select token_hash from (
                select token_hash, row_number() over (partition by account_id order by created_at desc, token_hash) as nth
                from session
                where account_id in (select account_id from session group by account_id having count(*) > :most)) as ranked
            where nth > :most limit :limit""";

    private static final int MOST_EXCESS = 50_000;

    private final JdbcClient sql;
    private final Dialect dialect;

    SessionStore(JdbcClient sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
    }

    void add(TokenHash hash, Session session) {
        sql.sql("insert into session (token_hash, account_id, created_at, expires_at) values (?, ?, ?, ?)")
                .params(
                        hash.bytes(),
                        session.accountId(),
                        Timestamp.from(session.createdAt()),
                        Timestamp.from(session.expiresAt()))
                .update();
    }

    /**
     * Adds it only if this is still the hash of the account's password. The account's row is locked with the statement, so a change of the
     * password waits for it, or it for the change.
     */
    boolean add(TokenHash hash, Session session, String passwordHash) {
        return sql.sql("insert into session (token_hash, account_id, created_at, expires_at)"
                                + " select ?, id, ?, ? from account where id = ? and password_hash = ?"
                                + dialect.sql(" for share", " lock in share mode"))
                        .params(
                                hash.bytes(),
                                session.createdAt().atOffset(ZoneOffset.UTC),
                                session.expiresAt().atOffset(ZoneOffset.UTC),
                                session.accountId(),
                                passwordHash)
                        .update()
                > 0;
    }

    Optional<Session> find(TokenHash hash) {
        return sql.sql("select account_id, created_at, expires_at from session where token_hash = ?")
                .param(hash.bytes())
                .query((row, n) -> new Session(
                        row.getLong(1),
                        row.getTimestamp(2).toInstant(),
                        row.getTimestamp(3).toInstant()))
                .optional();
    }

    /** Which of these there are. */
    List<TokenHash> known(List<TokenHash> hashes) {
        List<TokenHash> known = new ArrayList<>(hashes.size());
        for (int from = 0; from < hashes.size(); from += AT_ONCE) {
            known.addAll(sql.sql("select token_hash from session where token_hash in (:hashes)")
                    .param(
                            "hashes",
                            hashes.subList(from, Math.min(from + AT_ONCE, hashes.size())).stream()
                                    .map(TokenHash::bytes)
                                    .toList())
                    .query((row, n) -> TokenHash.of(row.getBytes(1)))
                    .list());
        }
        return known;
    }

    boolean remove(TokenHash hash) {
        return sql.sql("delete from session where token_hash = ?")
                        .param(hash.bytes())
                        .update()
                > 0;
    }

    /** @return which were removed */
    List<TokenHash> removeOthers(long accountId, TokenHash kept) {
        return sql.sql("delete from session where account_id = ? and token_hash <> ? returning token_hash")
                .params(accountId, kept.bytes())
                .query((row, n) -> TokenHash.of(row.getBytes(1)))
                .list();
    }

    /** @return how many had expired */
    int removeExpired(Instant now) {
        return sql.sql("delete from session where expires_at <= ?")
                .param(Timestamp.from(now))
                .update();
    }

    /**
     * Removes the oldest sessions of accounts that have more than so many. What is too much is read first: a deletion that looked for it itself
     * would lock the sessions of others.
     *
     * @return how many
     */
    int removeExcess(int most) {
        List<byte[]> excess = sql.sql(EXCESS)
                .param("most", most)
                .param("limit", MOST_EXCESS)
                .query((row, n) -> row.getBytes(1))
                .list();
        int removed = 0;
        for (int from = 0; from < excess.size(); from += AT_ONCE) {
            removed += sql.sql("delete from session where token_hash in (:hashes)")
                    .param("hashes", excess.subList(from, Math.min(from + AT_ONCE, excess.size())))
                    .update();
        }
        return removed;
    }
}
