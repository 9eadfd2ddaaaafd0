package gavel.auction.session;

import java.util.Optional;

/** Checks an e-mail address and a password. */
@FunctionalInterface
public interface Credentials {
    /**
     * @param from address of the client
     * @return the account's id; empty when the e-mail address is unknown or the password wrong
     * @throws gavel.auction.problem.ApiProblem 429 after too many wrong ones
     */
    Optional<Long> check(String email, String password, String from);
}
