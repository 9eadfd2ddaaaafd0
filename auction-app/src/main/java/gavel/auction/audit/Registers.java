package gavel.auction.audit;

import gavel.auction.broker.Topology;
import java.util.List;

/** Invariants of accounts, their sessions, and the partitions the nodes share: each row makes sense by itself. */
final class Registers {
    private Registers() {}

    static List<SqlInvariant> invariants() {
        return List.of(ACCOUNTS, SESSIONS, PARTITIONS);
    }

    private static final SqlInvariant ACCOUNTS = new SqlInvariant(
            "accounts",
            "every account has an address in lower case, a bcrypt hash and a version from 0",
            "select count(*) from account",
            """
            select 'account ' || id || ' version ' || version || ': ' || email
              from account where email <> lower(email) or email not like '%@%' or password_hash not like '$2%'
                or length(password_hash) <> 60 or version < 0""");

    private static final SqlInvariant SESSIONS = new SqlInvariant(
            "sessions",
            "every session has a hash of 32 bytes and ends after it began",
            "select count(*) from session",
            """
            select 'session of account ' || account_id || ' from ' || created_at || ' to ' || expires_at
              from session where octet_length(token_hash) <> 32 or expires_at <= created_at""");

    private static final SqlInvariant PARTITIONS = new SqlInvariant(
            "partitions",
            "there is every partition once, and its history has come no further than its decisions",
            "select count(*) from partition_lease",
            """
            select 'partition ' || "partition" || ': epoch ' || epoch || ', history up to ' || history_cursor || ', next decision ' || next_seq
              from partition_lease
             where "partition" not between 0 and %1$s - 1 or epoch < 0 or history_cursor < 0 or history_cursor >= next_seq
                or (owner is null) <> (instance is null)
             union all
            select 'partitions: ' || count(*) || ' instead of %1$s' from partition_lease having count(*) <> %1$s""".formatted(Integer.toString(Topology.PARTITIONS)));
}
