package gavel.auction.engine;

import java.math.BigDecimal;

/** What an account may spend, what is held for lots it leads, and what it has spent. */
public record Credit(BigDecimal limit, BigDecimal held, BigDecimal spent) {
    /** Of an account without a credit row. */
    public static final Credit NONE = new Credit(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    public Credit {
        if (held.signum() < 0 || spent.signum() < 0) {
            throw new IllegalArgumentException("credit must not be negative: held " + held + ", spent " + spent);
        }
    }

    boolean covers(BigDecimal amount) {
        return limit.subtract(held).subtract(spent).compareTo(amount) >= 0;
    }

    Credit hold(BigDecimal amount) {
        return new Credit(limit, held.add(amount), spent);
    }

    Credit release(BigDecimal amount) {
        return new Credit(limit, held.subtract(amount), spent);
    }

    Credit spend(BigDecimal amount) {
        return new Credit(limit, held.subtract(amount), spent.add(amount));
    }
}
