package gavel.auction.account;

import java.math.BigDecimal;

/**
 * Someone who may bid and sell, as he sees himself.
 *
 * @param held by the open lots he leads
 * @param spent on the lots he won
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
