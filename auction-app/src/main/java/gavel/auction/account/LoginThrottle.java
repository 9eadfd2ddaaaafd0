package gavel.auction.account;

import gavel.auction.problem.ApiProblem;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Slows down attempts to guess passwords. What is refused is an account from an address, after wrong passwords for that account from that address:
 * five, or one where the account or the address has seen many lately. So right passwords are never slowed, however many come from one address,
 * and an attacker cannot shut out the owner of an account, who has another address. Counts of this node alone; the oldest are forgotten when there are
 * too many. Any thread may use it.
 */
@Component
final class LoginThrottle {
    /** Wrong passwords that are forgiven. */
    static final int FORGIVEN = 5;
    /** From anywhere for one account, after which each further address has one. */
    static final int MANY_FOR_ACCOUNT = 50;
    /** For any accounts from one address, after which it has one for each. */
    static final int MANY_FROM_ADDRESS = 100;

    static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    /** Without a further one, wrong passwords are forgotten after this. */
    static final Duration REMEMBERED = Duration.ofMinutes(15);

    private static final int MOST_DOUBLINGS = 5;
    private static final int NETWORK_BYTES = 8;
    private static final int MOST_KNOWN = 10_000;

    private final InstantSource instants;
    private final ReentrantLock lock = new ReentrantLock();
    private final Table<Attempts> pairs;
    private final Table<Count> accounts;
    private final Table<Count> addresses;

    @Autowired
    LoginThrottle(InstantSource instants) {
        this(instants, MOST_KNOWN);
    }

    LoginThrottle(InstantSource instants, int mostKnown) {
        this.instants = instants;
        this.pairs = new Table<>(mostKnown);
        this.accounts = new Table<>(mostKnown);
        this.addresses = new Table<>(mostKnown);
    }

    /**
     * @param check empty when the password is wrong
     * @throws ApiProblem 429 without a check, after wrong ones
     */
    <T> Optional<T> attempt(String account, String address, Supplier<Optional<T>> check) {
        String from = network(address);
        String pair = from + " " + account;
        Attempts attempts = begin(pair, account, from);
        Outcome outcome = Outcome.NONE;
        try {
            Optional<T> found = check.get();
            outcome = found.isPresent() ? Outcome.RIGHT : Outcome.WRONG;
            return found;
        } finally {
            end(pair, account, from, attempts, outcome);
        }
    }

    /** Attempts on their way may all be wrong: one that would be too many waits for their outcomes. */
    private Attempts begin(String pair, String account, String from) {
        lock.lock();
        try {
            while (true) {
                Instant now = instants.instant();
                Attempts attempts =
                        pairs.known(pair, now).orElseGet(() -> pairs.added(pair, new Attempts(lock.newCondition())));
                if (now.isBefore(attempts.until)) {
                    Duration left = Duration.between(now, attempts.until);
                    throw ApiProblem.tooMany(
                            "There were too many wrong passwords for this account: wait before the next attempt.",
                            left.plusMillis(999));
                }
                if (attempts.onTheirWay < Math.max(1, forgiven(account, from, now) - attempts.wrong)) {
                    attempts.onTheirWay++;
                    return attempts;
                }
                // Not for ever: these may be forgotten while others take their place.
                attempts.ended.await(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiProblem.unavailable("The server is stopping; nothing was done.", Duration.ofSeconds(1));
        } finally {
            lock.unlock();
        }
    }

    private int forgiven(String account, String from, Instant now) {
        boolean many = accounts.known(account, now)
                        .filter(count -> count.wrong >= MANY_FOR_ACCOUNT)
                        .isPresent()
                || addresses
                        .known(from, now)
                        .filter(count -> count.wrong >= MANY_FROM_ADDRESS)
                        .isPresent();
        return many ? 1 : FORGIVEN;
    }

    private void wrong(Attempts attempts, String account, String from) {
        Instant now = instants.instant();
        int forgiven = forgiven(account, from, now);
        attempts.add(now);
        if (attempts.wrong >= forgiven) {
            int doublings = Math.min(MOST_DOUBLINGS, attempts.wrong - forgiven);
            Duration pause = FIRST_PAUSE.multipliedBy(1L << doublings);
            attempts.until = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
        }
        accounts.known(account, now)
                .orElseGet(() -> accounts.added(account, new Count()))
                .add(now);
        addresses
                .known(from, now)
                .orElseGet(() -> addresses.added(from, new Count()))
                .add(now);
    }

    private void end(String pair, String account, String from, Attempts attempts, Outcome outcome) {
        lock.lock();
        try {
            attempts.onTheirWay--;
            switch (outcome) {
                case WRONG -> {
                    wrong(attempts, account, from);
                    attempts.ended.signalAll();
                }
                case RIGHT -> {
                    // After the right password earlier wrong ones no longer count.
                    attempts.wrong = 0;
                    attempts.ended.signal();
                }
                case NONE -> attempts.ended.signal();
            }
            if (attempts.wrong == 0 && attempts.onTheirWay == 0) {
                pairs.remove(pair, attempts);
            }
        } finally {
            lock.unlock();
        }
    }

    private enum Outcome {
        RIGHT,
        WRONG,
        NONE
    }

    /** The first half of an IPv6 address, because one client can use all addresses that share it. */
    static String network(String address) {
        try {
            InetAddress parsed = InetAddress.ofLiteral(address);
            return parsed instanceof Inet6Address
                    ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES))
                    : parsed.getHostAddress();
        } catch (IllegalArgumentException unknown) {
            return address;
        }
    }

    /** Rows of the largest table. */
    int known() {
        lock.lock();
        try {
            return Math.max(pairs.size(), Math.max(accounts.size(), addresses.size()));
        } finally {
            lock.unlock();
        }
    }

    /** Wrong passwords, the last of them lately. */
    private static class Count {
        int wrong;
        Instant last = Instant.MIN;

        void add(Instant now) {
            wrong++;
            last = now;
        }

        boolean over(Instant now) {
            return wrong > 0 && now.isAfter(last.plus(REMEMBERED));
        }
    }

    private static final class Attempts extends Count {
        final Condition ended;
        int onTheirWay;
        Instant until = Instant.MIN;

        Attempts(Condition ended) {
            this.ended = ended;
        }
    }

    /** The last used are kept. */
    private static final class Table<C extends Count> {
        private final Map<String, C> rows;

        Table(int most) {
            rows = new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, C> eldest) {
                    return size() > most;
                }
            };
        }

        Optional<C> known(String key, Instant now) {
            C row = rows.get(key);
            if (row != null && row.over(now)) {
                rows.remove(key);
                row = null;
            }
            return Optional.ofNullable(row);
        }

        C added(String key, C row) {
            rows.put(key, row);
            return row;
        }

        void remove(String key, C row) {
            rows.remove(key, row);
        }

        int size() {
            return rows.size();
        }
    }
}
