package gavel.auction.account;

import gavel.auction.problem.ApiProblem;
import gavel.auction.session.Caller;
import gavel.auction.session.Credentials;
import gavel.auction.session.Sessions;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Changes the address and the password people log in with. */
@Service
class LoginChanges {
    private final AccountStore store;
    private final Passwords passwords;
    private final PasswordCheck check;
    private final Sessions sessions;
    private final TransactionTemplate transaction;

    LoginChanges(
            AccountStore store,
            Passwords passwords,
            PasswordCheck check,
            Sessions sessions,
            TransactionTemplate transaction) {
        this.store = store;
        this.passwords = passwords;
        this.check = check;
        this.sessions = sessions;
        this.transaction = transaction;
    }

    /**
     * A new password ends all other sessions.
     *
     * @param from the address of the caller, by which guesses of the present password are counted
     */
    void change(Caller caller, AccountEndpoint.LoginChange wanted, String from) {
        if (wanted.newPassword() != null) {
            Passwords.requireHashable("newPassword", wanted.newPassword());
        }
        long id = caller.accountId();
        if (store.isOfTheDataSet(id)) {
            throw ApiProblem.conflict(
                    "Accounts of the data set keep their address and password: simulated users log in with them.");
        }
        String present = store.find(id)
                .orElseThrow(() -> ApiProblem.notFound("account", id))
                .email();
        Credentials.Checked checked =
                check.check(present, wanted.password(), from).orElseThrow(LoginChanges::wrong);
        String email = wanted.email() == null ? null : PasswordCheck.normal(wanted.email());
        String hash = wanted.newPassword() == null ? null : passwords.hash(wanted.newPassword());
        try {
            // Together: nobody who knew the old password stays where the node dies in between.
            sessions.forget(transaction.execute(_ -> {
                if (!store.changeLogin(checked, email, hash)) {
                    throw wrong();
                }
                return hash == null ? List.of() : sessions.endOthers(caller);
            }));
        } catch (DuplicateKeyException e) {
            throw Accounts.taken();
        }
    }

    private static ApiProblem wrong() {
        return ApiProblem.invalid("password", "is not the current password");
    }
}
