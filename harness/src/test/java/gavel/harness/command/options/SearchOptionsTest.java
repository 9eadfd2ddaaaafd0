package gavel.harness.command.options;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SearchOptionsTest {
    private static final Configurations CONFIGURATIONS = new Configurations(Path.of("../deploy/configs"));

    @Command
    private static final class Searching {
        @Mixin
        private final SearchOptions search = new SearchOptions();

        @Mixin
        private final ConfigOptions options = new ConfigOptions();
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
        assertThat(typed(arguments).search.setUsers(times, cores, set -> true)).isEqualTo(users);
    }

    @ParameterizedTest
    @CsvSource({"'', 2000, 1687", "'', 1000, 1500", "--hint 2000, 1000, 3000", "--from 3000, 1000, 3000"})
    void theFirstDataSetFitsIntoTheMachineUnlessMoreIsAskedFor(String arguments, int room, int users) {
        assertThat(typed(arguments).search.setUsers(1, 2, set -> set <= room)).isEqualTo(users);
    }

    @ParameterizedTest
    @CsvSource({
        "--length standard, 256 + 300 + 2000 users for half of 12 probes of 320 s, 620",
        "--length standard --probes 4, a third of that, 577",
        "--length standard --budget 20m, for ten minutes, 576",
        "--set documents.memory=2g, as it is set, 0",
        "--set documents.implementation=mongodb, not in memory, 0",
    })
    void aDocumentStoreInMemoryHasRoomForTheWholeSearch(String arguments, String why, int memory) {
        Searching searching = typed(arguments);
        List<SettingOverride> settings = new ArrayList<>(searching.options.overrides());
        settings.add(new SettingOverride("load.users", "3000", "test"));
        Configuration configuration = searching.options.read(CONFIGURATIONS, settings);

        assertThat(searching.search.room(configuration, "gavel peak"))
                .as(why)
                .isEqualTo(
                        memory == 0
                                ? List.of()
                                : List.of(new SettingOverride("documents.memory", memory + "m", "gavel peak")));
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
        assertThat(typed(arguments).search.settings(1, times, 100_000).from()).isEqualTo(users);
    }

    private static Searching typed(String arguments) {
        Searching searching = new Searching();
        new CommandLine(searching).parseArgs(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        return searching;
    }
}
