package gavel.auction.account;

import gavel.auction.problem.ApiProblem;
import gavel.auction.settings.Settings;
import java.math.BigDecimal;
import java.time.InstantSource;
import org.springframework.stereotype.Service;

/** Registers people and keeps their profiles. Limits come from the server's settings, never from the client. */
@Service
class Accounts {
    private final AccountStore store;
    private final Passwords passwords;
    private final InstantSource instants;
    private final BigDecimal creditLimit;

    Accounts(AccountStore store, Passwords passwords, InstantSource instants, Settings settings) {
        this.store = store;
        this.passwords = passwords;
        this.instants = instants;
        this.creditLimit = settings.accounts().creditLimit();
    }

    Account register(AccountEndpoint.Registration wanted) {
        Passwords.requireHashable("password", wanted.password());
        long id = store.add(
                        PasswordCheck.normal(wanted.email()),
                        passwords.hash(wanted.password()),
                        wanted.firstName().strip(),
                        wanted.lastName().strip(),
                        instants.instant(),
                        creditLimit)
                .orElseThrow(Accounts::taken);
        return get(id);
    }

    static ApiProblem taken() {
        return ApiProblem.conflict("There is an account with this e-mail address already.");
    }

    Account get(long id) {
        return store.find(id).orElseThrow(() -> ApiProblem.notFound("account", id));
    }

    Account rename(long id, AccountEndpoint.Profile profile) {
        if (!store.rename(id, profile.firstName().strip(), profile.lastName().strip(), profile.version())) {
            throw ApiProblem.stale("profile", profile.version());
        }
        return get(id);
    }
}
