package gavel.auction.account;

import java.math.BigDecimal;

/**
 * An account that may bid and sell, as its owner sees it.
 *
 * @param held by the open lots that it leads
 * @param spent on the lots that it won
 * @param version of the profile; a change names the one it read
 */
record Account(
        long id,
        String email,
        String firstName,
        String lastName,
        BigDecimal creditLimit,
        BigDecimal held,
        BigDecimal spent,
        int version) {}
