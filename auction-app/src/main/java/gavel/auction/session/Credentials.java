package gavel.auction.session;

import java.util.Optional;

/** Checks an e-mail address and a password. */
@FunctionalInterface
public interface Credentials {
    /**
     * @param from address of the client
     * @return the account; empty when the e-mail address is unknown or the password wrong
     * @throws gavel.auction.problem.ApiProblem 429 after too many wrong ones
     */
    Optional<Checked> check(String email, String password, String from);

    /**
     * An account whose password was right.
     *
     * @param passwordHash what it was compared with: what follows from it holds only as long as this is the account's
     */
    record Checked(long accountId, String passwordHash) {
        @Override
        public String toString() {
            return "Checked[" + accountId + "]";
        }
    }
}
