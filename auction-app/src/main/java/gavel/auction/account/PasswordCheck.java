package gavel.auction.account;

import gavel.auction.session.Credentials;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * Checks an address and a password. An unknown address costs as much time as a wrong password. Attempts that wait for others of the same
 * account have places in the queue, too: they take those of other requests no more than hashing does.
 */
@Service
class PasswordCheck implements Credentials {
    private final AccountStore accounts;
    private final Passwords passwords;
    private final LoginThrottle throttle;
    private final PasswordQueue queue;

    PasswordCheck(AccountStore accounts, Passwords passwords, LoginThrottle throttle, PasswordQueue queue) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.throttle = throttle;
        this.queue = queue;
    }

    @Override
    public Optional<Checked> check(String email, String password, String from) {
        String account = normal(email);
        return queue.admit(() -> throttle.attempt(account, from, () -> checked(account, password)));
    }

    private Optional<Checked> checked(String account, String password) {
        Optional<AccountStore.Login> login = accounts.findLogin(account);
        boolean matches = passwords.matches(password, login.map(AccountStore.Login::passwordHash));
        return login.filter(found -> matches).map(found -> new Checked(found.accountId(), found.passwordHash()));
    }

    /** Addresses are stored and compared in lower case. */
    static String normal(String email) {
        return email.strip().toLowerCase(Locale.ROOT);
    }
}
