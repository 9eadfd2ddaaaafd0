package gavel.auction.account;

import gavel.auction.problem.ApiProblem;
import gavel.auction.settings.Settings;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.stereotype.Component;

/** Hashes passwords with bcrypt; the cost is a setting, because it is a good part of what a log-in costs the platform under test. */
@Component
final class Passwords {
    /** bcrypt looks at no more bytes than these. */
    static final int MAX_BYTES = 72;

    private final BCryptPasswordEncoder encoder;
    private final String decoy;
    private final PasswordQueue queue;

    @Autowired
    Passwords(Settings settings, PasswordQueue queue) {
        this(settings.sessions().bcryptCost(), new SecureRandom(), queue);
    }

    /** @param cost 4 to 12; each step doubles the time */
    Passwords(int cost, SecureRandom salts, PasswordQueue queue) {
        this.encoder = new BCryptPasswordEncoder(cost, salts);
        this.decoy = encoder.encode("nobody");
        this.queue = queue;
    }

    /** @throws ApiProblem 400 for what bcrypt would cut */
    static void requireHashable(String field, String password) {
        if (password.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw ApiProblem.invalid(field, "must not be longer than " + MAX_BYTES + " bytes");
        }
    }

    /** @throws ApiProblem 503 when too many passwords are hashed */
    String hash(String password) {
        return queue.admit(() -> queue.hash(() -> encoder.encode(password)));
    }

    /** Takes the same time with and without a hash. The caller has a place in the queue. */
    boolean matches(String password, Optional<String> hash) {
        boolean possible = password.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
        boolean matches = queue.hash(() -> encoder.matches(possible ? password : "", hash.orElse(decoy)));
        return matches && possible && hash.isPresent();
    }
}
