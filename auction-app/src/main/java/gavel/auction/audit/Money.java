package gavel.auction.audit;

import java.util.List;

/** Invariants of the accounts' credit. */
final class Money {
    private static final String CREDITS = "select count(*) from credit";

    private Money() {}

    static List<SqlInvariant> invariants() {
        return List.of(HELD, SPENT, COVERED);
    }

    private static final SqlInvariant HELD = new SqlInvariant(
            "credit-held", "every account holds the sum of the prices of the open lots it leads", CREDITS, """
            select 'account ' || c.account_id || ': held ' || c.held || ', leads for ' || coalesce(l.led, 0)
              from credit c
              left join (select leader_id, sum(price) as led from lot where state in ('OPEN', 'LAST_CALL')
                          group by leader_id) l on l.leader_id = c.account_id
             where c.held <> coalesce(l.led, 0)""");

    private static final SqlInvariant SPENT = new SqlInvariant(
            "credit-spent", "every account has spent the sum of the prices of the lots sold to it", CREDITS, """
            select 'account ' || c.account_id || ': spent ' || c.spent || ', bought for ' || coalesce(l.bought, 0)
              from credit c
              left join (select leader_id, sum(price) as bought from lot where state = 'SOLD'
                          group by leader_id) l on l.leader_id = c.account_id
             where c.spent <> coalesce(l.bought, 0)""");

    private static final SqlInvariant COVERED = new SqlInvariant(
            "credit-covers",
            "what an account holds and has spent is within its limit, and every account has a credit",
            "select count(*) from account",
            """
            select 'account ' || a.id || ': limit ' || coalesce(c.credit_limit || '', 'none') || ', held '
                   || coalesce(c.held || '', 'none') || ', spent ' || coalesce(c.spent || '', 'none')
              from account a left join credit c on c.account_id = a.id
             where c.account_id is null or c.held + c.spent > c.credit_limit""");
}
