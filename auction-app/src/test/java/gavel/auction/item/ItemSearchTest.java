package gavel.auction.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.FieldProblem;
import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemSearchTest {
    @Test
    void blankMeansAny() {
        ItemSearch search = new ItemSearch("  ", "", null, null);

        assertThat(search.params(Dialect.POSTGRESQL)).isEmpty();
        assertThat(search.sql(Dialect.POSTGRESQL)).doesNotContain(":words", ":category", "Price");
    }

    @Test
    void everyConditionIsAParameterAndNeverPartOfTheStatement() {
        String hostile = "x'; drop table item; --";

        ItemSearch search = new ItemSearch(hostile, hostile, BigDecimal.ONE, BigDecimal.TEN);

        assertThat(search.sql(Dialect.POSTGRESQL))
                .doesNotContain("drop")
                .contains(":words", ":category", ":minPrice", ":maxPrice");
        assertThat(search.params(Dialect.POSTGRESQL)).containsOnlyKeys("words", "category", "minPrice", "maxPrice");
    }

    @Test
    void theWorkloadsSearchLooksAtNothingButIds() {
        ItemSearch search = new ItemSearch("clock", null, null, null);

        assertThat(search.sql(Dialect.POSTGRESQL))
                .startsWith("select id from item")
                .doesNotContain("title", "order");
        assertThat(search.order(Dialect.POSTGRESQL)).isEqualTo("id desc");
    }

    @Test
    void withoutWordsNoTitleMatchesBetterThanAnother() {
        ItemSearch search = new ItemSearch(" ", null, null, null, ItemSearch.Sort.MATCH);

        assertThat(search.order(Dialect.POSTGRESQL)).isEqualTo("id desc");
        assertThat(search.order(Dialect.MARIADB)).isEqualTo("id desc");
    }

    @ParameterizedTest
    @CsvSource({"10,           9.99,         minPrice"})
    void refusesPricesThatMakeNoSense(BigDecimal min, BigDecimal max, String field) {
        assertThatThrownBy(() -> new ItemSearch(null, null, min, max))
                .isInstanceOfSatisfying(ApiProblem.class, problem -> assertThat(problem.errors())
                        .extracting(FieldProblem::field)
                        .containsExactly(field));
    }
}
