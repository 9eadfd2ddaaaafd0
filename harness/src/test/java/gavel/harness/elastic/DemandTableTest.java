package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import gavel.harness.elastic.DemandTable.Peak;
import gavel.harness.elastic.Steps.Change;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTableTest {
    private static final DemandTable TABLE =
            new DemandTable(List.of(new Peak(1, 90, 100, 110), new Peak(2, 170, 190, 210), new Peak(3, 250, 270, 290)));

    @Test
    void usersNeedTheFewestServersThatSupportThem() {
        assertThat(TABLE.servers(1)).isEqualTo(1);
        assertThat(TABLE.servers(100)).isEqualTo(1);
        assertThat(TABLE.servers(101)).isEqualTo(2);
        assertThat(TABLE.servers(270)).isEqualTo(3);
        assertThatThrownBy(() -> TABLE.servers(271)).hasMessageContaining("users must be <= N(3) = 270: 271");
    }

    /** From 50 to 200 users in 10 s: 101 at second 3.4 are the first above 100 at a tenth of a second, 191 at 9.4 above 190. */
    @Test
    void aPathNeedsServersTenthByTenth() {
        LoadPath path = new LoadPath(List.of(new Point(0, 50), new Point(10, 200), new Point(20, 200)));
        assertThat(TABLE.demand(path, 20)).isEqualTo(Steps.of(1, new Change(3.4, 2), new Change(9.4, 3)));
    }

    @Test
    void theEndsOfTheIntervalsGiveABand() {
        LoadPath path = new LoadPath(List.of(new Point(0, 200), new Point(20, 200)));
        assertThat(TABLE.pessimistic().demand(path, 20)).isEqualTo(Steps.of(3));
        assertThat(TABLE.optimistic().demand(path, 20)).isEqualTo(Steps.of(2));
        // Ends that cross are no fewer users with more servers.
        DemandTable wide = new DemandTable(List.of(new Peak(1, 90, 100, 110), new Peak(2, 80, 120, 160)));
        assertThat(wide.pessimistic().servers(90)).isEqualTo(1);
    }

    @Test
    void gapsAndFallsAreToldTogether() {
        assertThat(DemandTable.problems(List.of(new Peak(1, 1, 100, 1), new Peak(3, 1, 200, 1))))
                .containsExactly("N(k) must have no gap: N(2) is missing before N(3)");
        assertThat(DemandTable.problems(List.of(new Peak(1, 1, 100, 1), new Peak(2, 1, 90, 1), new Peak(3, 1, 80, 1))))
                .containsExactly(
                        "N(k) must rise with k: N(2) = 90 after N(1) = 100",
                        "N(k) must rise with k: N(3) = 80 after N(2) = 90");
        assertThat(DemandTable.problems(List.of())).hasSize(1);
        assertThatThrownBy(() -> new DemandTable(List.of(new Peak(2, 1, 2, 3)))).hasMessageContaining("no gap");
    }

    @Test
    void readyPathsStayBelowThePeakOfAll() {
        for (LoadShapes shape : LoadShapes.values()) {
            LoadPath path = shape.path(TABLE.mostUsers(), 300);
            assertThat(path.seconds()).isEqualTo(300);
            assertThat(path.most()).isBetween(200, 243);
            assertThat(path.points()).allMatch(point -> point.users() >= 69);
            assertThat(TABLE.demand(path, 300).at(0)).isEqualTo(1);
        }
    }
}
