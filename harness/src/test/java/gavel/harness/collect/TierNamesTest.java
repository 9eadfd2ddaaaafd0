package gavel.harness.collect;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.topology.Tiers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierNamesTest {
    @ParameterizedTest
    @CsvSource({
        "appServers, application servers",
        "webServers, web servers",
        "services, broker and document store",
        "others, everything else",
        "somethingNew, something new",
    })
    void aTierIsCalledWhatPeopleCallIt(String tier, String words) {
        assertThat(TierNames.words(tier)).isEqualTo(words);
    }

    @Test
    void noTwoTiersHaveOneName() {
        List<String> names = Tiers.ORDER.stream().map(TierNames::words).toList();

        assertThat(names)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.equals(name.toLowerCase(java.util.Locale.ROOT)));
    }
}
