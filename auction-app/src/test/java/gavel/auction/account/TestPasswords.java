package gavel.auction.account;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;

/** Passwords that cost little. */
final class TestPasswords {
    static final PasswordQueue QUEUE = new PasswordQueue(2, 100, Duration.ofSeconds(20), new SimpleMeterRegistry());

    private TestPasswords() {}

    static Passwords passwords() {
        return new Passwords(4, new SecureRandom(), QUEUE);
    }
}
