package gavel.driver.user;

import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.operation.Person.Account;
import java.util.ArrayDeque;
import java.util.Locale;

/**
 * The accounts one loop of one agent may log in: every so many-th of the loaded set, so that no two sessions anywhere share one. Those
 * with histories come first; then each account rests as long as possible. Owned by the loop.
 */
public final class AccountPool {
    private final Accounts accounts;
    private final long step;
    private final ArrayDeque<Account> rested = new ArrayDeque<>();
    private long next;

    /** @param share of {@code shares}: agents times loops */
    public AccountPool(Accounts accounts, int share, int shares) {
        this.accounts = accounts;
        this.step = shares;
        this.next = accounts.first() + share;
    }

    Account take() {
        if (next <= accounts.last()) {
            long id = next;
            next += step;
            String email = String.format(Locale.ROOT, accounts.emailPattern(), id);
            return new Account(id, email, accounts.password());
        }
        Account account = rested.poll();
        if (account == null) {
            throw new IllegalStateException("no account is free: " + accounts
                    + " must hold more accounts than there are users; load a larger data set");
        }
        return account;
    }

    void giveBack(Account account) {
        rested.add(account);
    }
}
