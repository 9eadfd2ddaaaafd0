package gavel.auction.attendance;

import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Columns;
import gavel.auction.relational.Dialect;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Which accounts attend which auction. Coming and going are one statement each, which also writes the event that carries it into the history.
 */
@Component
final class Attendances {
    private static final String JOIN = """
            with joined as (
                insert into attendance (account_id, auction_id, joined_at)
                select :account, id, :now from auction where id = :auction and state in ('SCHEDULED', 'RUNNING')
                on conflict do nothing
                returning account_id, auction_id, joined_at),
            noted as (
                insert into attendance_event (account_id, auction_id, joined_at) select * from joined)
            select state, revision, coalesce(
                (select joined_at from joined),
                (select joined_at from attendance where account_id = :account and auction_id = :auction))
                as joined_at
            from auction where id = :auction""";
    private static final String JOIN_MARIADB = """
            begin not atomic
                declare exit handler for sqlexception begin rollback; resignal; end;
                start transaction;
                insert ignore into attendance (account_id, auction_id, joined_at)
                select :account, id, :now from auction where id = :auction and state in ('SCHEDULED', 'RUNNING');
                if row_count() = 1 then
                    insert into attendance_event (account_id, auction_id, joined_at) values (:account, :auction, :now);
                end if;
                select a.state, a.revision, t.joined_at
                from auction a left join attendance t on t.account_id = :account and t.auction_id = a.id
                where a.id = :auction;
                commit;
            end""";
    private static final String LEAVE = """
            with gone as (
                delete from attendance where account_id = :account and auction_id = :auction
                returning account_id, auction_id, joined_at)
            insert into attendance_event (account_id, auction_id, joined_at, left_at)
            select account_id, auction_id, joined_at, greatest(joined_at, :now) from gone""";
    private static final String LEAVE_MARIADB = """
            begin not atomic
                declare exit handler for sqlexception begin rollback; resignal; end;
                start transaction;
                insert into attendance_event (account_id, auction_id, joined_at, left_at)
                select account_id, auction_id, joined_at, greatest(joined_at, :now) from attendance
                where account_id = :account and auction_id = :auction for update;
                delete from attendance where account_id = :account and auction_id = :auction;
                commit;
            end""";

    private final JdbcClient database;
    private final Dialect dialect;

    Attendances(JdbcClient database, Dialect dialect) {
        this.database = database;
        this.dialect = dialect;
    }

    private record Joining(String state, long revision, Instant joinedAt) {}

    /**
     * Joins an auction that is running or still to come; an account that attends already keeps the time it came.
     *
     * @throws ApiProblem 404, or 409 when the auction is over
     */
    Attendance join(long accountId, long auctionId, Instant now) {
        Joining joining = attempt(accountId, auctionId, now);
        if (joining.joinedAt() == null && isOpen(joining.state())) {
            // Joined or left on another connection between the statement's snapshot and its insert: the second attempt
            // sees it.
            joining = attempt(accountId, auctionId, now);
        }
        if (joining.joinedAt() == null) {
            throw ApiProblem.conflict("Auction " + auctionId + " is over: it can no longer be joined.");
        }
        return new Attendance(auctionId, joining.revision(), joining.joinedAt());
    }

    private Joining attempt(long accountId, long auctionId, Instant now) {
        Optional<Joining> joining = database.sql(dialect.sql(JOIN, JOIN_MARIADB))
                .param("account", accountId)
                .param("auction", auctionId)
                .param("now", now.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC))
                .query((row, _) ->
                        new Joining(row.getString("state"), row.getLong("revision"), Columns.instant(row, "joined_at")))
                .optional();
        return joining.orElseThrow(() -> ApiProblem.notFound("auction", auctionId));
    }

    /** Leaves; harmless for an account that does not attend. */
    void leave(long accountId, long auctionId, Instant now) {
        database.sql(dialect.sql(LEAVE, LEAVE_MARIADB))
                .param("account", accountId)
                .param("auction", auctionId)
                .param("now", now.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC))
                .update();
    }

    private static boolean isOpen(String state) {
        return "SCHEDULED".equals(state) || "RUNNING".equals(state);
    }
}
