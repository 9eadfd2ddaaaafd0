package gavel.auction;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.TestNode;
import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What is served, read and written is what is listed here: nothing comes in with a library. */
class InvitedOnlyIT {
    private static final List<String> ENDPOINTS = List.of(
            "DELETE /api/accounts/me/watched/{id}",
            "DELETE /api/auctions/{id}",
            "DELETE /api/auctions/{id}/attendance",
            "DELETE /api/items/{id}",
            "DELETE /api/sessions/current",
            "GET /",
            "GET /api/accounts/me",
            "GET /api/accounts/me/attendance",
            "GET /api/accounts/me/auctions",
            "GET /api/accounts/me/bids",
            "GET /api/accounts/me/items",
            "GET /api/accounts/me/purchases",
            "GET /api/accounts/me/watched",
            "GET /api/auctions",
            "GET /api/auctions/{id}",
            "GET /api/auctions/{id}/live",
            "GET /api/auctions/{id}/lots",
            "GET /api/auctions/{id}/lots/current",
            "GET /api/bids/{id}",
            "GET /api/images/{id}",
            "GET /api/items",
            "GET /api/items/{id}",
            "GET /api/lots/{id}/bids",
            "GET /api/showcase",
            "GET /api/showcase/auctions/{ids}",
            "GET /api/showcase/item/{id}",
            "GET /api/showcase/items/{ids}",
            "GET /api/showcase/lots/{ids}",
            "GET /index.html",
            "GET /ui/{version}/{*name}",
            "GET /v3/api-docs",
            "POST /api/accounts",
            "POST /api/auctions",
            "POST /api/auctions/{id}/bids",
            "POST /api/auctions/{id}/lots",
            "POST /api/items",
            "POST /api/items/{id}/images",
            "POST /api/sessions",
            "PUT /api/accounts/me",
            "PUT /api/accounts/me/login",
            "PUT /api/accounts/me/watched/{id}",
            "PUT /api/auctions/{id}",
            "PUT /api/auctions/{id}/attendance",
            "PUT /api/items/{id}");

    private static TestNode node;

    @BeforeAll
    static void start() {
        node = TestNode.start();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void endpoints() {
        Set<String> served = node
                .context()
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .stream()
                .flatMap(info -> info.getPatternValues().stream()
                        .flatMap(path ->
                                info.getMethodsCondition().getMethods().stream().map(method -> method + " " + path)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(served).containsExactlyElementsOf(ENDPOINTS);
        Map<String, AbstractUrlHandlerMapping> others = node.context().getBeansOfType(AbstractUrlHandlerMapping.class);
        assertThat(others.values()).allSatisfy(mapping -> assertThat(mapping.getHandlerMap())
                .as("files and pages of %s", mapping)
                .isEmpty());
    }

    @Test
    void formats() {
        assertThat(node.bean(RequestMappingHandlerAdapter.class).getMessageConverters().stream()
                        .map(InvitedOnlyIT::words))
                .containsExactlyInAnyOrder(
                        "ByteArrayHttpMessageConverter [application/octet-stream, */*]",
                        "JacksonJsonHttpMessageConverter [application/json, application/*+json]");
    }

    private static String words(HttpMessageConverter<?> converter) {
        return converter.getClass().getSimpleName() + " " + converter.getSupportedMediaTypes();
    }

    @Test
    void filtersAndServlets() {
        ServletContext servlets = ((WebApplicationContext) node.context()).getServletContext();
        assertThat(servlets.getFilterRegistrations().keySet())
                .containsExactlyInAnyOrder(
                        "admission",
                        "bodyFilter",
                        "characterEncodingFilter",
                        "edge",
                        "firstRequest",
                        "requestContextFilter",
                        "sentPicturesFilter",
                        "webMvcObservationFilter");
        assertThat(servlets.getServletRegistrations().keySet()).containsExactly("dispatcherServlet");
    }
}
