package gavel.driver.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.simulation.Calibration;
import gavel.driver.simulation.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void theBuiltInProfileReadsAndIsBuiltIn() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        assertThat(profile.builtIn()).isTrue();
        assertThat(profile.sha256()).hasSize(64);
        assertThat(profile.words()).contains("antique", "typewriter").hasSize(65);
        assertThat(profile.limitMillis(OperationKind.UPLOAD_IMAGE)).isEqualTo(5_000);
        assertThat(profile.longestLimitMillis()).isEqualTo(5_000);
        assertThat(profile.holdMillis())
                .as("what is open after it is late whatever a punctual driver added")
                .isEqualTo(6_000);
        assertThat(changed("news: {limit: 2}", "news: {limit: 10}").holdMillis())
                .as("news that are not there by then are late too")
                .isEqualTo(11_000);
        assertThat(profile.auctions().running(100)).isEqualTo(7);
        assertThat(profile.auctions().running(1)).isEqualTo(4);
    }

    @Test
    void oneChangedCharacterMakesItCustom() throws IOException {
        assertThat(changed("probability: 0.15", "probability: 0.16").builtIn()).isFalse();
    }

    @Test
    void aSessionIsAsLongAsTheDesignSays() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        Visits visits = Visits.of(profile.session(), profile.auctions().slots());
        // Six steps to the first draw and 2 % of a registration; 1 / P(quit) draws with what follows them.
        assertThat(visits.operations()).isBetween(27.0, 31.0);
        assertThat(visits.perSession().get(OperationKind.HOME)).isCloseTo(1, within(1e-9));
        assertThat(visits.perSession().get(OperationKind.REGISTER)).isCloseTo(0.02, within(1e-9));
        assertThat(visits.perSession().get(OperationKind.LOGOUT)).isCloseTo(1, within(1e-9));
        double detail = visits.perSession().get(OperationKind.AUCTION_DETAIL);
        assertThat(visits.perSession().get(OperationKind.VIEW_IMAGE)).isCloseTo(0.6 * detail, within(1e-9));
        double added = visits.perSession().get(OperationKind.ADD_ITEM);
        assertThat(visits.perSession().get(OperationKind.MANAGE_AUCTION)).isCloseTo(0.7 * 0.4 * added, within(1e-9));
        assertThat(visits.following() * 15).isBetween(17.0, 23.0);
    }

    @Test
    void theModelAgreesWithTheTheoryAndTheDesign() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        Calibration model = Simulation.calibrate(profile, 600, 600, 1_200, 1);
        assertThat(model.mainOperations()).isCloseTo(0.2, within(0.004));
        assertThat(model.attendees()).isBetween(17.0, 23.0);
        assertThat(model.exchanges()).isBetween(0.8, 1.3);
        assertThat(model.allOperations()).isBetween(0.3, 0.5);
        assertThat(model.acceptedBids())
                .as("reference of the profile")
                .isCloseTo(profile.acceptedBidsPerUserSecond(), within(0.1 * profile.acceptedBidsPerUserSecond()));
        assertThat(Simulation.calibrate(profile, 600, 600, 1_200, 1)).isEqualTo(model);
    }

    @Test
    void classicHasThePublishedMix() throws IOException {
        Profile profile = ProfileReader.read("classic");
        assertThat(profile.builtIn()).isTrue();
        Visits visits = Visits.of(profile.session(), profile.auctions().slots());

        // Weathervane 2 published these shares of all operations, polls included; a login is one of a session's.
        assertPerLogin(visits, OperationKind.HOME, 2.35);
        assertPerLogin(visits, OperationKind.LIST_AUCTIONS, 10.95);
        assertPerLogin(visits, OperationKind.AUCTION_DETAIL, 3.90);
        assertPerLogin(visits, OperationKind.VIEW_PROFILE, 2.35);
        assertPerLogin(visits, OperationKind.JOIN_AUCTION, 4.69);
        assertPerLogin(visits, OperationKind.BID_HISTORY, 2.35);
        assertPerLogin(visits, OperationKind.ATTENDANCE_HISTORY, 2.36);
        assertPerLogin(visits, OperationKind.PURCHASE_HISTORY, 2.35);
        assertPerLogin(visits, OperationKind.ITEM_DETAIL, 3.91);
        assertPerLogin(visits, OperationKind.VIEW_IMAGE, 3.91);
        assertPerLogin(visits, OperationKind.ADD_ITEM, 2.35);
        assertPerLogin(visits, OperationKind.LOGOUT, 2.35);
        assertThat(visits.perSession()).doesNotContainKey(OperationKind.LEAVE_AUCTION);
    }

    private static void assertPerLogin(Visits visits, OperationKind kind, double published) {
        assertThat(visits.perSession().get(kind)).as(kind.title()).isCloseTo(published / 2.35, within(0.02));
    }

    @Test
    void theModelAgreesWithTheReferenceOfClassic() throws IOException {
        Profile profile = ProfileReader.read("classic");
        Calibration model = Simulation.calibrate(profile, 600, 600, 1_200, 1);
        assertThat(model.acceptedBids())
                .isCloseTo(profile.acceptedBidsPerUserSecond(), within(0.1 * profile.acceptedBidsPerUserSecond()));
        assertThat(model.mainOperations()).isCloseTo(0.2, within(0.004));
    }

    @Test
    void everyProblemIsSaidAtOnceWithFileAndLine() {
        assertThatThrownBy(() -> changed(
                        "arrive: {does: Home, then: {signIn: 98, signUp: 2}}",
                        "arrive: {does: Hoem, then: {signIn: 98, signUpp: 1}, when: slotfree}",
                        "probability: 0.15",
                        "probability: 1.5",
                        "news: {limit: 2}",
                        "news: {limit: 0, limt: 2}"))
                .isInstanceOfSatisfying(ProfileException.class, e -> assertThat(e.problems())
                        .satisfiesExactlyInAnyOrder(
                                p -> assertThat(p)
                                        .startsWith("changed.yaml:")
                                        .contains(
                                                "session.steps.arrive.does names no operation: Hoem; did you mean 'Home'?"),
                                p -> assertThat(p).contains("names no step: signUpp; did you mean 'signUp'?"),
                                p -> assertThat(p).contains("arrive.then must add up to 100: 99.0"),
                                p -> assertThat(p).contains("did you mean 'slotFree'?"),
                                p -> assertThat(p).contains("bids probability must be within 0..1: 1.5"),
                                p -> assertThat(p).contains("news.limit must be > 0 s: 0.0"),
                                p -> assertThat(p).contains("news.limt is unknown; did you mean 'limit'?")));
    }

    @Test
    void aStepNobodyReachesAndOneWithoutAnEndAreErrors() {
        assertThatThrownBy(() -> changed(
                        "    search: {does: SearchItems, then: {choose: 100}}",
                        "    search: {does: SearchItems, then: {stuck: 100}}\n"
                                + "    stuck: {does: Home, then: {stuck: 100}}\n"
                                + "    lost: {does: Home, then: {choose: 100}}"))
                .hasMessageContaining("session.steps.stuck never leads to end")
                .hasMessageContaining(
                        "session.steps.lost is never reached from arrive: delete it, or name it in a then");
    }

    @Test
    void notAProfileAtAll() {
        assertThatThrownBy(() -> ProfileReader.read("livauction")).hasMessageContaining("did you mean 'liveauction'?");
        assertThatThrownBy(() -> ProfileReader.parse("x.yaml", "a: [".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ProfileException.class);
        assertThatThrownBy(() -> ProfileReader.parse("x.yaml", "- 1".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("must be a mapping");
        assertThatThrownBy(() -> ProfileReader.parse("x.yaml", new byte[0])).hasMessageContaining("empty");
    }

    @Test
    void theDescriptionNamesEveryOperation() throws IOException {
        String text = Description.of(ProfileReader.read("liveauction"));
        assertThat(List.of(OperationKind.values()))
                .allSatisfy(kind -> assertThat(text).contains(kind.title()));
        assertThat(text)
                .contains("attendees an auction")
                .doesNotContain("custom")
                .doesNotContain("never");
    }

    private static Profile changed(String... replacements) throws IOException {
        String text = new String(ProfileReader.bytesOfBuiltIn("liveauction"), StandardCharsets.UTF_8);
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(text).contains(replacements[i]);
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        return ProfileReader.parse("changed.yaml", text.getBytes(StandardCharsets.UTF_8));
    }
}
