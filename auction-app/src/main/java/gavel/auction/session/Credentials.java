package gavel.auction.session;

import java.util.Optional;

/** Checks who someone says he is. */
@FunctionalInterface
public interface Credentials {
    /** @return the account's id; empty when the address is unknown or the password wrong */
    Optional<Long> check(String email, String password);
}
