package gavel.auction.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.FieldProblem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.ServletWebRequest;

class PageRequestTest {
    @Test
    void withoutParametersItIsTheFirstPageOfTen() {
        assertThat(resolve(new MockHttpServletRequest())).isEqualTo(new PageRequest(0, 10));
    }

    @Test
    void thePageBeginsAfterTheOnesBefore() {
        assertThat(new PageRequest(3, 25).offset()).isEqualTo(75);
        assertThat(new PageRequest(1_000_000, 100).offset()).isEqualTo(100_000_000);
    }

    @ParameterizedTest
    @CsvSource({"page,-1", "size,0", "size,101", "size,-3", "page,1000001", "page,one", "size,1.5", "size,99999999999"})
    void whatIsOutOfBoundsIsRefusedByName(String name, String value) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setParameter(name, value);

        assertThatThrownBy(() -> resolve(request)).isInstanceOfSatisfying(ApiProblem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(400);
            assertThat(problem.errors()).extracting(FieldProblem::field).containsExactly(name);
        });
    }

    @Test
    void aPageKnowsItsPlace() {
        assertThat(Page.of(List.of(1, 2), new PageRequest(4, 2), 11)).isEqualTo(new Page<>(List.of(1, 2), 4, 2, 11));
    }

    private static PageRequest resolve(MockHttpServletRequest request) {
        return new PageRequestResolver().resolveArgument(null, null, new ServletWebRequest(request), null);
    }
}
