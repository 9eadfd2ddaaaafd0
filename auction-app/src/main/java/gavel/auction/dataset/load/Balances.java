package gavel.auction.dataset.load;

import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.PlannedLot;
import java.math.BigDecimal;

/** What each account holds and has spent, from the lots of the plan; 16 bytes an account. */
final class Balances {
    private final long[] heldCents;
    private final long[] spentCents;

    private Balances(int accounts) {
        heldCents = new long[accounts + 1];
        spentCents = new long[accounts + 1];
    }

    static Balances of(DataSetPlan plan) {
        Balances balances = new Balances(plan.size().accounts());
        plan.eachAuction(auction -> auction.lots().forEach(balances::count));
        return balances;
    }

    private void count(PlannedLot lot) {
        if (lot.leader() != null) {
            long[] cents = lot.state().equals("SOLD") ? spentCents : heldCents;
            cents[lot.leader()] += lot.price().unscaledValue().longValueExact();
        }
    }

    BigDecimal held(int account) {
        return BigDecimal.valueOf(heldCents[account], 2);
    }

    BigDecimal spent(int account) {
        return BigDecimal.valueOf(spentCents[account], 2);
    }
}
