package gavel.harness.command.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SearchOptionsTest {
    @Command
    private static final class Searching {
        @Mixin
        private final SearchOptions search = new SearchOptions();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, 0.1, 1500",
        "'', 1, 2, 4000",
        "'', 1, 64, 6000",
        "'--from 9000', 1, 2, 9000",
        "'--most 60', 1, 2, 60",
        "'--hint 100', 1, 2, 150",
        "'--hint 100 --from 400', 1, 2, 400",
        "'--hint 70', 6, 0, 630",
        "'--hint 70 --most 500', 6, 0, 500",
    })
    void theFirstDataSetHasRoomForWhatIsExpected(String arguments, int times, double cores, int users) {
        Searching searching = new Searching();
        new CommandLine(searching).parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(searching.search.setUsers(times, cores)).isEqualTo(users);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, 10",
        "'--from 20', 3, 20",
        "'--hint 100', 1, 30",
        "'--hint 100', 3, 90",
        "'--hint 100 --from 20', 3, 20",
        "'--hint 2', 1, 1",
    })
    void aClimbBeginsFarBelowWhatIsExpectedUnlessToldOtherwise(String arguments, int times, int users) {
        Searching searching = new Searching();
        new CommandLine(searching).parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(searching.search.settings(1, times, 100_000).from()).isEqualTo(users);
    }
}
