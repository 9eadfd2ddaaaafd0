package gavel.auction.input;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.problem.FieldProblem;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestLineTest {
    @ParameterizedTest
    @CsvSource({
        "=x,                query", // a parameter without a name
        "a=1&=x,            query",
        "%00=x,             query",
        "q=%00,             q",
        "q=%0a,             q",
        "q=%ff,             q", // no UTF-8
        "q=%c0%80,          q", // NUL in a form that is too long
        "q=%ED%A0%80,       q", // half of a surrogate pair
        "q=%,               q",
        "q=%zz,             q",
        "q=%4,              q",
        "q=%E2%80%AE,       q", // turns the direction of what follows
        "q=a&q=b,           q",
        "page=1&%70age=2,   page" // the same name in two forms
    })
    void whatIsNoPlainTextIsRefusedByName(String query, String field) {

        assertThat(RequestLine.faultOfQuery(query)).map(FieldProblem::field).contains(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q=clock",
                "q=&page=1",
                "q",
                "&&a=1",
                "q=a+b%20c",
                "q=Gr%C3%B6%C3%9Fe",
                "q=a=b",
                "q=%f0%9f%91%a9",
                "cursor=MTc2NDp4LTE_-"
            })
    void whatPeopleAskForPasses(String query) {
        assertThat(RequestLine.faultOfQuery(query)).isEmpty();
    }

    @Test
    void noQueryPasses() {
        assertThat(RequestLine.faultOfQuery(null)).isEmpty();
        assertThat(RequestLine.faultOfQuery("")).isEmpty();
    }

    @Test
    void parametersAreBounded() {
        String many = IntStream.range(0, 51).mapToObj(i -> "p" + i + "=").collect(Collectors.joining("&"));

        assertThat(RequestLine.faultOfQuery(many)).map(FieldProblem::field).contains("p50");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/items/1,        true",
        "/api/items/%E2%82%AC, true",
        "/api/items/%00,      false",
        "/api/items/%ff,      false",
        "/api/items/%7f,      false",
        "/api/items/%e2%80%8b, false",
        "/api/items/%,        false"
    })
    void aPathIsText(String path, boolean passes) {
        assertThat(RequestLine.faultOfPath(path).isEmpty()).isEqualTo(passes);
    }
}
