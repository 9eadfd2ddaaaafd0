package gavel.driver.user;

import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.operation.Person.Account;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Locale;

/**
 * The accounts one loop of one agent may log in. They are divided as users are, so that no two sessions anywhere share one: each n-th is an
 * agent's, and of those each m-th a loop's. A user begins as the account of its own number, whichever agent and loop it is on. Then come
 * those that no one begins as; then each rests as long as possible. Owned by the loop.
 */
public final class AccountPool {
    private final Accounts accounts;
    private final long first;
    private final long step;
    private final int planned;
    private final BitSet used = new BitSet();
    private final ArrayDeque<Account> rested = new ArrayDeque<>();

    /** @param users of the whole run */
    public AccountPool(Accounts accounts, int users, AgentShare agent, AgentShare loop) {
        this.accounts = accounts;
        this.step = (long) agent.count() * loop.count();
        this.first = agent.index() + (long) agent.count() * loop.index();
        this.planned = loop.own(agent.own(users));
    }

    /** For the next session of a user; null when all are in use. */
    Account take(long user) {
        int own = (int) ((user - first) / step);
        if (free(own)) {
            return use(own);
        }
        int fresh = used.nextClearBit(planned);
        if (free(fresh)) {
            return use(fresh);
        }
        Account account = rested.poll();
        if (account != null) {
            return account;
        }
        int another = used.nextClearBit(0);
        return free(another) ? use(another) : null;
    }

    void giveBack(Account account) {
        rested.add(account);
    }

    private boolean free(int position) {
        return !used.get(position) && id(position) <= accounts.last();
    }

    private Account use(int position) {
        used.set(position);
        long id = id(position);
        return new Account(id, String.format(Locale.ROOT, accounts.emailPattern(), id), accounts.password());
    }

    private long id(int position) {
        return accounts.first() + first + position * step;
    }
}
