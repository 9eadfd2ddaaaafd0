package gavel.auction.session;

import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.ScriptedDatabase.row;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.cache.TestCaches;
import gavel.auction.relational.Dialect;
import gavel.auction.settings.TestSettings;
import gavel.auction.testing.ScriptedDatabase;
import jakarta.servlet.DispatcherType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.MethodParameter;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.HandlerMethod;

class SessionInterceptorTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final ScriptedDatabase database = new ScriptedDatabase()
            .rows(
                    "from session where token_hash",
                    row("account_id", 7L, "created_at", NOW, "expires_at", NOW.plusSeconds(60)));
    private final TestCaches caches = new TestCaches();
    private final SessionInterceptor interceptor = new SessionInterceptor(new Sessions(
            new SessionStore(database.client(), Dialect.POSTGRESQL),
            caches.caches(),
            new Random(1),
            InstantSource.fixed(NOW),
            TestSettings.defaults()));
    private final MockHttpServletRequest request = new MockHttpServletRequest();

    /** Has one endpoint of each kind. */
    static final class Shop {
        @Anonymous
        public void window() {
            throw new AssertionError("only looked at");
        }

        public void till(Caller caller, String other) {
            throw new AssertionError("only looked at: " + caller + other);
        }
    }

    /** Is open as a whole. */
    @Anonymous
    static final class Street {
        public void walk() {
            throw new AssertionError("only looked at");
        }
    }

    @AfterEach
    void close() {
        caches.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer token", "bearer token", "BEARER   token  "})
    void aBearerTokenTellsTheCaller(String header) throws Exception {
        request.addHeader("Authorization", header);

        assertThat(enter("till")).isTrue();

        assertThat(resolved()).isEqualTo(new Caller(7, TokenHash.ofToken("token")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "token", "Basic dG9rZW4=", "Bearertoken"})
    void whatIsNoBearerTokenIsNone(String header) {
        request.addHeader("Authorization", header);

        assertRefused(401, () -> enter("till")).hasMessageContaining("no bearer token");
        assertThat(database.statements()).isEmpty();
    }

    @Test
    void withoutAHeaderOneHasToLogInFirst() {
        assertRefused(401, () -> enter("till")).hasMessageContaining("Log in first");
    }

    @Test
    void aHeaderThatIsFarTooLongIsNotHashed() {
        request.addHeader("Authorization", "Bearer " + "x".repeat(100));

        assertRefused(401, () -> enter("till"));
        assertThat(database.statements()).isEmpty();
    }

    @Test
    void aSessionThatEndedIsToldApartFromNone() {
        database.rows("from session where token_hash");
        request.addHeader("Authorization", "Bearer token");

        assertRefused(401, () -> enter("till")).hasMessageContaining("has ended");
    }

    @Test
    void anAnonymousEndpointNeedsNoToken() throws Exception {
        assertThat(enter("window")).isTrue();
        assertThat(interceptor.preHandle(
                        request,
                        new MockHttpServletResponse(),
                        new HandlerMethod(new Street(), Street.class.getMethod("walk"))))
                .isTrue();
        assertThat(resolved()).isNull();
    }

    @Test
    void anAnonymousEndpointDoesNotMindATokenThatEnded() throws Exception {
        database.rows("from session where token_hash");
        request.addHeader("Authorization", "Bearer token");

        assertThat(enter("window")).isTrue();
    }

    @Test
    void whatWasCheckedIsNotCheckedAgainWhenTheContainerDispatchesItOnceMore() throws Exception {
        request.setDispatcherType(DispatcherType.ASYNC);
        assertThat(enter("till")).isTrue();

        request.setDispatcherType(DispatcherType.ERROR);
        assertThat(enter("till")).isTrue();
    }

    @Test
    void whatIsNoEndpointIsNobodysConcern() {
        assertThat(interceptor.preHandle(request, new MockHttpServletResponse(), "a static file"))
                .isTrue();
    }

    @Test
    void onlyACallerIsResolved() throws Exception {
        CallerResolver resolver = new CallerResolver();

        assertThat(resolver.supportsParameter(parameter(0))).isTrue();
        assertThat(resolver.supportsParameter(parameter(1))).isFalse();
    }

    private boolean enter(String method) throws NoSuchMethodException {
        Class<?>[] parameters = method.equals("till") ? new Class<?>[] {Caller.class, String.class} : new Class<?>[0];
        HandlerMethod endpoint = new HandlerMethod(new Shop(), Shop.class.getMethod(method, parameters));
        return interceptor.preHandle(request, new MockHttpServletResponse(), endpoint);
    }

    private Object resolved() {
        return new CallerResolver().resolveArgument(null, null, new ServletWebRequest(request), null);
    }

    private static MethodParameter parameter(int index) throws NoSuchMethodException {
        return new MethodParameter(Shop.class.getMethod("till", Caller.class, String.class), index);
    }
}
