package gavel.driver.stub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StubCallTest {
    @ParameterizedTest
    @CsvSource({
        "/, GET /, ''",
        "/ui/1/app.css, GET /ui/*/app.css, 1",
        "/api/auctions?state=RUNNING&page=1, GET /api/auctions, ''",
        "/api/auctions/17/lots/current?after=3, GET /api/auctions/*/lots/current, 17",
        "/api/images/17-1?size=full, GET /api/images/*, 17-1",
        "/api/bids/b12, GET /api/bids/*, b12",
        "/api/accounts/me/bids?size=10&cursor=c2, GET /api/accounts/me/bids, ''",
    })
    void findsWhatIsMeantByAPath(String uri, String route, String id) {
        StubCall call = StubCall.of("GET", uri, null, null, "");

        assertThat(call.route()).isEqualTo(route);
        assertThat(call.id()).isEqualTo(id);
    }

    @Test
    void readsQueryHeadersAndBody() {
        StubCall call = StubCall.of(
                "POST /api/items?pages=9&page=3&size= HTTP/1.1\r\nhost: x\r\nAuthorization:  Bearer t1 \r\nif-none-match: \"e\"",
                "{\"title\":\"a clock\",\"price\":12.50}");

        assertThat(call.query("page", 7)).isEqualTo(3);
        assertThat(call.query("size", 7)).isEqualTo(7);
        assertThat(call.query("after", 7)).isEqualTo(7);
        assertThat(call.token()).isEqualTo("Bearer t1");
        assertThat(call.etag()).isEqualTo("\"e\"");
        assertThat(call.field("title")).isEqualTo("a clock");
        assertThat(call.field("price")).isEqualTo("12.50");
        assertThat(call.field("none")).isEmpty();
    }
}
