package gavel.auction.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BidRulesTest {
    @ParameterizedTest(name = "starting price {0}, price {1}: at least {2}")
    @CsvSource({
        "100.00, , 100.00",
        "100.00, 100.00, 101.00",
        "10.00, 10.00, 11.00",
        "10.00, 250.00, 252.50",
        "10.00, 100.01, 101.02",
        "10.00, 123456.78, 124691.35"
    })
    void theNextBidTopsThePriceByOnePercentOrOne(BigDecimal startingPrice, BigDecimal price, BigDecimal minimum) {
        assertThat(BidRules.minimumBid(startingPrice, price)).isEqualByComparingTo(minimum);
    }
}
