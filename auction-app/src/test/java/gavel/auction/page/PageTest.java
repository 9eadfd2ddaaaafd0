package gavel.auction.page;

import static gavel.auction.problem.Problems.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.MethodParameter;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

class PageTest {
    private final PageRequestResolver resolver = new PageRequestResolver();

    @Test
    void aPageIsNotChangedByWhoMadeIt() {
        List<String> found = new ArrayList<>(List.of("clock"));
        Page<String> page = Page.of(found, new PageRequest(0, 10), 1);
        CursorPage<String> stretch = new CursorPage<>(found, null);

        found.add("vase");

        assertThat(page.items()).containsExactly("clock");
        assertThat(stretch.items()).containsExactly("clock");
        assertThatThrownBy(() -> page.items().add("vase")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aPageKnowsItsPlace() {
        assertThat(Page.of(List.of(1, 2), new PageRequest(4, 2), 11)).isEqualTo(new Page<>(List.of(1, 2), 4, 2, 11));
    }

    @Test
    void theEndOfACursorIsNoCursor() {
        assertThat(new CursorPage<>(List.of(1), null).next()).isNull();
        assertThat(new CursorPage<>(List.of(1), "c").next()).isEqualTo("c");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "1, 1, 1", "0, 100, 0", "7, 100, 700", "1000000, 100, 100000000"})
    void aPageBeginsBehindTheOnesBefore(int page, int size, long offset) {
        assertThat(new PageRequest(page, size).offset()).isEqualTo(offset);
    }

    @Test
    void bothMistakesAreToldAtOnce() {
        assertInvalid(() -> new PageRequest(-1, 0), "page", "size");
        assertInvalid(() -> new PageRequest(1_000_001, 101), "page", "size");
    }

    @ParameterizedTest
    @CsvSource({",, 0, 10", "'', '', 0, 10", "3,, 3, 10", ", 25, 0, 25", "3, 25, 3, 25", "3, 025, 3, 25"})
    void whatIsNotSaidHasADefault(String page, String size, int wantedPage, int wantedSize) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        if (page != null) {
            request.setParameter("page", page);
        }
        if (size != null) {
            request.setParameter("size", size);
        }

        assertThat(resolver.resolveArgument(null, null, new ServletWebRequest(request), null))
                .isEqualTo(new PageRequest(wantedPage, wantedSize));
    }

    @ParameterizedTest
    @CsvSource({"page,-1", "size,0", "size,101", "size,-3", "page,1000001", "page,one", "size,1.5", "size,99999999999"})
    void whatIsOutOfBoundsIsRefusedByName(String name, String value) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setParameter(name, value);

        assertInvalid(() -> resolver.resolveArgument(null, null, new ServletWebRequest(request), null), name);
    }

    @Test
    void onlyAPageRequestIsResolved() throws NoSuchMethodException {
        var method = PageTest.class.getDeclaredMethod("endpoint", PageRequest.class, String.class);

        assertThat(resolver.supportsParameter(new MethodParameter(method, 0))).isTrue();
        assertThat(resolver.supportsParameter(new MethodParameter(method, 1))).isFalse();
    }

    static String endpoint(PageRequest page, String other) {
        return page + other;
    }
}
