package gavel.auction.session;

import gavel.auction.cache.Cache;
import gavel.auction.cache.Caches;
import gavel.auction.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Service;

/**
 * Opens, finds and ends sessions. Every request looks one up, so they are cached, for at most a minute after the store last knew them. A
 * session that was ended is unknown then, even where the message about it was lost.
 */
@Service
public final class Sessions {
    private static final Duration CACHED_FOR = Duration.ofSeconds(60);
    private static final int TOKEN_BYTES = 32;

    private final SessionStore store;
    private final Cache<TokenHash, Session> cache;
    private final RandomGenerator random;
    private final InstantSource instants;
    private final Duration lifetime;

    Sessions(SessionStore store, Caches caches, RandomGenerator random, InstantSource instants, Settings settings) {
        this.store = store;
        this.cache = caches.create(new Caches.Spec<>(
                "sessions",
                TokenHash.class,
                Session.class,
                TokenHash::ofHex,
                caches.sizes().sessions(),
                CACHED_FOR));
        this.random = random;
        this.instants = instants;
        this.lifetime = settings.sessions().lifetime();
    }

    /** The account the token belongs to; empty when it is unknown, ended or expired. */
    public Optional<Caller> find(String token) {
        TokenHash hash = TokenHash.ofToken(token);
        Session session = cache.get(hash, key -> store.find(key).orElse(null));
        return session == null || session.isOver(instants.instant())
                ? Optional.empty()
                : Optional.of(new Caller(session.accountId(), hash));
    }

    /** A session of an account that has not logged in. */
    public Opened open(long accountId) {
        String token = newToken();
        Session session = newSession(accountId);
        store.add(TokenHash.ofToken(token), session);
        return new Opened(token, accountId, session.expiresAt());
    }

    /** Empty when the password was changed after it was checked: that change has ended the sessions there were. */
    Optional<Opened> open(Credentials.Checked login) {
        String token = newToken();
        Session session = newSession(login.accountId());
        return store.add(TokenHash.ofToken(token), session, login.passwordHash())
                ? Optional.of(new Opened(token, login.accountId(), session.expiresAt()))
                : Optional.empty();
    }

    private String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private Session newSession(long accountId) {
        Instant now = instants.instant().truncatedTo(ChronoUnit.MICROS);
        return new Session(accountId, now, now.plus(lifetime));
    }

    /** Asks for all cached sessions at once instead of for each of them, on each node, once a minute. */
    void renew() {
        cache.renew(store::known);
    }

    public void end(Caller caller) {
        store.remove(caller.session());
        cache.invalidate(caller.session());
    }

    /**
     * Ends every session of the caller's account but this one, as part of the caller's transaction; {@link #forget} is due after its commit.
     */
    public List<TokenHash> endOthers(Caller caller) {
        return store.removeOthers(caller.accountId(), caller.session());
    }

    /** On every node. */
    public void forget(List<TokenHash> ended) {
        ended.forEach(cache::invalidate);
    }

    /** The answer to a login: the only time the token itself is seen. */
    public record Opened(String token, long accountId, Instant expiresAt) {
        @Override
        public String toString() {
            return "Opened[" + accountId + ", " + expiresAt + "]";
        }
    }
}
