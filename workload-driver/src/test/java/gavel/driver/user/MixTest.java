package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.profile.Session;
import gavel.driver.qos.Judgement;
import gavel.driver.qos.MixSample;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That an honest run keeps to the mix at every length, and how often chance alone would say otherwise. */
class MixTest {
    private static final int RUNS = 1_000;

    /** Percent of all operations of Weathervane 2's main behaviour, bids aside, as it names them. */
    private static final Map<OperationKind, Double> PUBLISHED = Map.ofEntries(
            Map.entry(OperationKind.HOME, 2.35),
            Map.entry(OperationKind.LOGIN, 2.35),
            Map.entry(OperationKind.LIST_AUCTIONS, 10.95),
            Map.entry(OperationKind.AUCTION_DETAIL, 3.90),
            Map.entry(OperationKind.VIEW_PROFILE, 2.35),
            Map.entry(OperationKind.JOIN_AUCTION, 4.69),
            Map.entry(OperationKind.BID_HISTORY, 2.35),
            Map.entry(OperationKind.ATTENDANCE_HISTORY, 2.36),
            Map.entry(OperationKind.PURCHASE_HISTORY, 2.35),
            Map.entry(OperationKind.ITEM_DETAIL, 3.91),
            Map.entry(OperationKind.VIEW_IMAGE, 3.91),
            Map.entry(OperationKind.ADD_ITEM, 2.35),
            Map.entry(OperationKind.LOGOUT, 2.35));

    @Test
    void aWholeRunKeepsToTheMixAtEveryLength() throws IOException {
        for (int[] length : new int[][] {{15, 15, 60}, {60, 60, 180}}) {
            VirtualRun run = new VirtualRun(100, 21).phases(length[0], length[1], length[2]);
            List<MixSample> samples = run.loop.snapshot().mix().samples();
            assertThat(samples.stream().filter(sample -> sample.chosen() > 0))
                    .as("operations that happened in %d s", length[2])
                    .hasSizeGreaterThanOrEqualTo(18);
            assertThat(Judgement.mix(samples)).hasSameSizeAs(samples).allMatch(MixTest::within);
            assertThat(run.said()).isEmpty();
        }
    }

    @Test
    void classicComesOutAtThePublishedShares() throws IOException {
        VirtualRun run = new VirtualRun(60, 4, "classic").phases(30, 60, 300);
        List<MixSample> samples = run.loop.snapshot().mix().samples();
        double chosen = samples.stream()
                .filter(sample -> sample.kind() != OperationKind.PLACE_BID)
                .mapToLong(MixSample::chosen)
                .sum();

        assertThat(run.said()).isEmpty();
        assertThat(Judgement.mix(samples)).hasSameSizeAs(samples).allMatch(MixTest::within);
        PUBLISHED.forEach((kind, percent) -> {
            double share = percent
                    / PUBLISHED.values().stream().mapToDouble(each -> each).sum();
            double actual = samples.stream()
                    .filter(sample -> sample.kind() == kind)
                    .mapToLong(MixSample::chosen)
                    .sum();
            // Counts vary less than those of single draws, as sessions are whole.
            assertThat(actual / chosen)
                    .as(kind.title())
                    .isCloseTo(share, offset(3.5 * Math.sqrt(share * (1 - share) / chosen)));
        });
        double userSeconds = run.loop.snapshot().tally().userSeconds();
        double operations = Arrays.stream(OperationKind.values())
                .mapToLong(kind -> run.counts(kind).starts())
                .sum();
        // Published: 0.43 operations a second for each user, news included, which depends on how much is bid.
        assertThat(operations / userSeconds).isBetween(0.33, 0.47);
    }

    @Test
    void chanceAloneBreaksFewerThanOneSmokeRunInAHundred() throws IOException {
        Profile profile = ProfileReader.read("liveauction");
        ChoiceTable table =
                new ChoiceTable(profile.session(), profile.auctions().slots());
        int broken = 0;
        int brokenByThree = 0;
        for (int i = 0; i < RUNS; i++) {
            MixTally tally = new MixTally();
            for (int user = 0; user < 100; user++) {
                walk(profile, table, tally, Draws.of(i, user, 9));
            }
            List<MixSample> samples = tally.samples();
            broken += Judgement.mix(samples).stream().allMatch(MixTest::within) ? 0 : 1;
            brokenByThree += samples.stream().allMatch(MixTest::withinThree) ? 0 : 1;
        }
        System.getLogger(MixTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "mix broken by chance in {0} of {1} smoke runs of 100 users; with three deviations in {2}",
                        broken,
                        RUNS,
                        brokenByThree);
        assertThat(broken).as("four deviations").isLessThan(RUNS / 100);
        assertThat(brokenByThree).as("three deviations").isGreaterThan(RUNS / 50);
    }

    /** Twelve measured choices after three minutes of session, a room to bid in every third time. */
    private static void walk(Profile profile, ChoiceTable table, MixTally tally, Draws draws) {
        Session session = profile.session();
        int step = Session.END;
        int following = 0;
        for (int choice = 0; choice < 48; choice++) {
            double bidProbability =
                    table.hubShare(step, following) > 0 && following > 0 && draws.below(3) == 0 ? 0.15 : 0;
            int from = step;
            int slots = profile.auctions().slots();
            OperationKind kind = null;
            while (kind == null) {
                int next = session.first();
                if (step != Session.END) {
                    next = session.choose(
                            session.step(step), session.open(session.step(step), following, slots), draws.unit());
                }
                step = next == Session.END ? session.first() : next;
                kind = session.step(step).does();
                if (step == session.hub() && draws.unit() < bidProbability) {
                    kind = OperationKind.PLACE_BID;
                }
            }
            if (choice >= 36) {
                tally.choice(kind, table, from, following, bidProbability);
            }
            following += kind == OperationKind.JOIN_AUCTION ? 1 : kind == OperationKind.LEAVE_AUCTION ? -1 : 0;
            following = kind == OperationKind.LOGOUT ? 0 : following;
        }
    }

    private static boolean within(MixShare share) {
        return Math.abs(share.actual() - share.expected()) <= share.tolerance() + 1e-12;
    }

    private static boolean withinThree(MixSample sample) {
        double off = Math.abs(sample.chosen() - sample.expected());
        return off <= Math.max(0.2 * sample.expected(), 3 * Math.sqrt(sample.variance()));
    }
}
