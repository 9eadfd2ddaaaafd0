package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final String PEAK = ComparedResult.PEAK_USERS;
    private static final Map<String, String> MUST = Map.of("kind", "peak", "length", "standard");
    private static final Map<String, String> MACHINE = Map.of("cpu", "fast", "cores", "2", "CPU quota", "none");

    private final List<ComparedResult> earlier = new ArrayList<>(List.of(
            side("a", 1_000, MUST, MACHINE, "appServers: {count: 1}"),
            side("b", 1_100, MUST, MACHINE, "appServers: {count: 1}"),
            side("c", 1_210, MUST, MACHINE, "appServers: {count: 1}"),
            side("d", 3_000, MUST, MACHINE, "appServers: {count: 2}"),
            side("e", 3_300, MUST, MACHINE, "appServers: {count: 2}")));

    @Test
    void equalResultsArePooledAndOthersAreNotHeldAgainstThem() {
        Scatter scatter = scatter();

        // ln 1.1 = 9.53 % between neighbours: deviation 9.53 % of three, 9.53 % / sqrt(2) of two; (2 · 9.53² + 9.53² /
        // 2) / 3.
        assertThat(scatter.deviation()).isCloseTo(0.0870, Offset.offset(1e-4));
        assertThat(scatter.degrees()).isEqualTo(3);
        assertThat(scatter.results()).isEqualTo(5);
        assertThat(scatter.groups()).isEqualTo(2);
        assertThat(scatter.enough()).isFalse();
    }

    @Test
    void fiveEqualOnesAreEnough() {
        earlier.add(side("f", 1_331, MUST, MACHINE, "appServers: {count: 1}"));

        assertThat(scatter().enough()).isTrue();
    }

    @Test
    void whatChangesFromRepeatToRepeatMakesNoOtherConfiguration() {
        earlier.clear();
        earlier.add(
                side("a", 1_000, MUST, with("number of users of the data set", "2000"), "load: {seed: 1, users: 9}"));
        earlier.add(
                side("b", 1_100, MUST, with("number of users of the data set", "4000"), "load: {seed: 2, users: 8}"));

        assertThat(scatter().degrees()).isEqualTo(1);
    }

    @Test
    void anotherReleaseOrKernelIsAnotherConfiguration() {
        earlier.clear();
        earlier.add(side("a", 1_000, MUST, with("gavel", "1"), "{}"));
        earlier.add(side("b", 1_100, MUST, with("gavel", "2"), "{}"));

        assertThat(scatter()).isEqualTo(Scatter.UNKNOWN);
    }

    @Test
    void otherMachinesLengthsAndQuotasTellNothing() {
        for (ComparedResult other : List.of(
                side("f", 1_000, MUST, with("cpu", "slow"), "appServers: {count: 1}"),
                side("g", 1_000, Map.of("kind", "peak", "length", "smoke"), MACHINE, "appServers: {count: 1}"),
                side("h", 1_000, MUST, with("CPU quota", "appServers.cpu=0.1"), "appServers: {count: 1}"))) {
            earlier.add(other);
            earlier.add(other);
        }

        assertThat(scatter().results()).isEqualTo(5);
    }

    @Test
    void theComparedOnesThemselvesDoNotCount() {
        assertThat(new History(earlier)
                        .scatter(List.of(earlier.get(3), earlier.get(4)), PEAK)
                        .results())
                .isEqualTo(3);
    }

    @Test
    void resultsThatHaveNoFigureOrFailedDoNotCount() {
        ComparedResult failed = new ComparedResult(
                "f",
                new ComparedResult.Outcome("FAIL", "", ""),
                MUST,
                MACHINE,
                Map.of(PEAK, 900.0),
                List.of(),
                ComparedResult.Speed.UNKNOWN,
                Settings.of("appServers: {count: 1}"));
        earlier.add(failed);

        assertThat(scatter().results()).isEqualTo(5);
        assertThat(new History(earlier).scatter(List.of(compared()), "operations/s"))
                .isEqualTo(Scatter.UNKNOWN);
    }

    @Test
    void allThatIsKnownOfTheMachineIsThatOfTheNewestResultsMachine() {
        earlier.addFirst(side("x", 1_000, Map.of("kind", "peak", "length", "smoke"), MACHINE, "{}"));
        earlier.addFirst(side("y", 1_100, Map.of("kind", "peak", "length", "smoke"), MACHINE, "{}"));
        earlier.addFirst(side("z", 9_000, MUST, with("cpu", "slow"), "appServers: {count: 1}"));

        assertThat(new History(earlier).scatter(PEAK).results()).isEqualTo(7);
        assertThat(History.NONE.scatter(PEAK)).isEqualTo(Scatter.UNKNOWN);
    }

    private Scatter scatter() {
        return new History(earlier).scatter(List.of(compared()), PEAK);
    }

    private static ComparedResult compared() {
        return side("new", 2_000, MUST, MACHINE, "appServers: {count: 3}");
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> should = new HashMap<>(MACHINE);
        should.put(name, value);
        return should;
    }

    private static ComparedResult side(
            String id, double users, Map<String, String> must, Map<String, String> should, String configuration) {
        return new ComparedResult(
                id,
                new ComparedResult.Outcome("FOUND", "", ""),
                must,
                should,
                Map.of(PEAK, users),
                List.of(0.98 * users, users, 1.02 * users),
                ComparedResult.Speed.UNKNOWN,
                Settings.of(configuration));
    }
}
