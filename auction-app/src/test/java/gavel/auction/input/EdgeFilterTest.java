package gavel.auction.input;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.problem.ApiProblem;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.ModelAndView;

class EdgeFilterTest {
    private final AtomicReference<Exception> refused = new AtomicReference<>();
    private final EdgeFilter edge = new EdgeFilter(() -> (_, _, _, problem) -> {
        refused.set(problem);
        return new ModelAndView();
    });

    @ParameterizedTest
    @CsvSource({
        "/api/accounts/me, no-store, nosniff",
        "/api/images/1-1,  ,         nosniff", // they say themselves how long they may be kept
        "/,                ,",
        "/ui/1/app.js,     ,"
    })
    void whatIsAboutPersonsIsNotKept(String path, String cache, String sniff) throws Exception {
        MockHttpServletResponse response = sent(path, null, false);

        assertThat(response.getHeader("Cache-Control")).isEqualTo(cache);
        assertThat(response.getHeader("X-Content-Type-Options")).isEqualTo(sniff);
        assertThat(response.getHeader("Strict-Transport-Security")).isNull();
        assertThat(refused.get()).isNull();
    }

    @Test
    void browsersStayWithTls() throws Exception {
        assertThat(sent("/", null, true).getHeader("Strict-Transport-Security")).isEqualTo("max-age=31536000");
    }

    @Test
    void whatIsNoTextGoesNoFurther() throws Exception {
        sent("/api/items", "q=%00", false);

        assertThat(refused.get()).isInstanceOfSatisfying(ApiProblem.class, problem -> assertThat(
                        problem.errors().getFirst().field())
                .isEqualTo("q"));
    }

    private MockHttpServletResponse sent(String path, String query, boolean tls) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        request.setQueryString(query);
        request.setSecure(tls);
        MockHttpServletResponse response = new MockHttpServletResponse();
        MockFilterChain chain = new MockFilterChain();
        edge.doFilter(request, response, chain);
        assertThat(chain.getRequest() == null).isEqualTo(refused.get() != null);
        return response;
    }
}
