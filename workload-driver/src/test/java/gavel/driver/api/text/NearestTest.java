package gavel.driver.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    @ParameterizedTest
    @CsvSource({"kitten, sitting, 3", "users, usres, 2", "same, SAME, 0", "'', abc, 3"})
    void editDistance(String one, String other, int distance) {
        assertThat(Nearest.distance(one, other)).isEqualTo(distance);
        assertThat(Nearest.distance(other, one)).isEqualTo(distance);
    }

    @Test
    void theNearestNameIsOfferedOrAllOfThem() {
        List<String> names = List.of("users", "length", "seed");

        assertThat(Nearest.hint("user", names)).isEqualTo("; did you mean 'users'?");
        assertThat(Nearest.hint("password", names)).isEqualTo("; known: users, length, seed");
    }
}
