package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.profile.Session;
import gavel.driver.qos.MixSample;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChoiceTableTest {
    private Profile profile;
    private ChoiceTable table;

    @BeforeEach
    void read() throws IOException {
        profile = ProfileReader.read("liveauction");
        table = new ChoiceTable(profile.session(), profile.auctions().slots());
    }

    @Test
    void aSessionBeginsAtHome() {
        assertThat(table.share(OperationKind.HOME, Session.END, 0, 0)).isEqualTo(1);
        assertThat(table.hubShare(Session.END, 0)).isZero();
    }

    @Test
    void afterHomeTwoInAHundredRegister() {
        int arrive = step("arrive");
        assertThat(table.share(OperationKind.LOGIN, arrive, 0, 0)).isCloseTo(0.98, within(1e-12));
        assertThat(table.share(OperationKind.REGISTER, arrive, 0, 0)).isCloseTo(0.02, within(1e-12));
    }

    @Test
    void afterAnItemSixInTenLookAtAPicture() {
        int item = step("item");
        assertThat(table.share(OperationKind.VIEW_IMAGE, item, 1, 0)).isCloseTo(0.6, within(1e-12));
        assertThat(table.hubShare(item, 1)).isCloseTo(0.4, within(1e-12));
        assertThat(table.share(OperationKind.SEARCH_ITEMS, item, 1, 0)).isCloseTo(0.4 * 0.12, within(1e-12));
        // With one room to bid in: 0.4 times 0.15 bids, and the draw only for the rest.
        assertThat(table.share(OperationKind.PLACE_BID, item, 1, 0.15)).isCloseTo(0.06, within(1e-12));
        assertThat(table.share(OperationKind.SEARCH_ITEMS, item, 1, 0.15)).isCloseTo(0.4 * 0.85 * 0.12, within(1e-12));
    }

    @Test
    void withoutAFollowerNobodyLeavesAndTheOthersShareIt() {
        int search = step("search");
        assertThat(table.share(OperationKind.LEAVE_AUCTION, search, 0, 0)).isZero();
        assertThat(table.share(OperationKind.SEARCH_ITEMS, search, 0, 0)).isCloseTo(12 / 90.0, within(1e-12));
        assertThat(table.share(OperationKind.LEAVE_AUCTION, search, 2, 0)).isCloseTo(0.10, within(1e-12));
    }

    @Test
    void aListIsFollowedByAJoinOnlyWhileASlotIsFree() {
        int list = step("list");
        assertThat(table.share(OperationKind.JOIN_AUCTION, list, 1, 0)).isEqualTo(1);
        assertThat(table.share(OperationKind.JOIN_AUCTION, list, 2, 0)).isZero();
        assertThat(table.hubShare(list, 2)).isEqualTo(1);
    }

    @Test
    void afterLogoutTheNextPersonComes() {
        assertThat(table.share(OperationKind.HOME, step("quit"), 0, 0)).isEqualTo(1);
    }

    @Test
    void everyRowAddsUpToOne() {
        for (int step = Session.END; step < profile.session().steps().size(); step++) {
            for (int following = 0; following <= 2; following++) {
                int from = step;
                int attending = following;
                double sum = Arrays.stream(OperationKind.values())
                        .filter(kind -> !kind.background())
                        .mapToDouble(kind -> table.share(kind, from, attending, 0.3))
                        .sum();
                assertThat(sum).as("step %d, following %d", step, following).isCloseTo(1, within(1e-12));
            }
        }
    }

    @Test
    void whatIsDrawnAgreesWithWhatIsExpectedAndAWrongDrawDoesNot() {
        MixTally honest = new MixTally();
        MixTally skewed = new MixTally();
        Session session = profile.session();
        Draws draws = Draws.of(5, 0, 0);
        int search = step("search");
        Session.Step hub = session.step(session.hub());
        double[] open = session.open(hub, 1, 2);
        for (int i = 0; i < 20_000; i++) {
            OperationKind kind =
                    session.step(session.choose(hub, open, draws.unit())).does();
            honest.choice(kind, table, search, 1, 0);
            skewed.choice(kind == OperationKind.LOGOUT ? OperationKind.SEARCH_ITEMS : kind, table, search, 1, 0);
        }
        assertThat(honest.samples())
                .allSatisfy(sample -> assertThat(offBy(sample)).isLessThan(4));
        assertThat(skewed.samples())
                .anySatisfy(sample -> assertThat(offBy(sample)).isGreaterThan(10));
    }

    private static double offBy(MixSample sample) {
        return Math.abs(sample.chosen() - sample.expected()) / Math.sqrt(sample.variance());
    }

    private int step(String name) {
        for (int i = 0; i < profile.session().steps().size(); i++) {
            if (profile.session().step(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no step " + name);
    }
}
