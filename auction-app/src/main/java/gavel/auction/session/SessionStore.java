package gavel.auction.session;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table of sessions. */
@Repository
class SessionStore {
    private final JdbcClient sql;

    SessionStore(JdbcClient sql) {
        this.sql = sql;
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

    Optional<Session> find(TokenHash hash) {
        return sql.sql("select account_id, created_at, expires_at from session where token_hash = ?")
                .param(hash.bytes())
                .query((row, n) -> new Session(
                        row.getLong(1),
                        row.getTimestamp(2).toInstant(),
                        row.getTimestamp(3).toInstant()))
                .optional();
    }

    boolean remove(TokenHash hash) {
        return sql.sql("delete from session where token_hash = ?")
                        .param(hash.bytes())
                        .update()
                > 0;
    }

    /** @return how many had expired */
    int removeExpired(Instant now) {
        return sql.sql("delete from session where expires_at <= ?")
                .param(Timestamp.from(now))
                .update();
    }
}
