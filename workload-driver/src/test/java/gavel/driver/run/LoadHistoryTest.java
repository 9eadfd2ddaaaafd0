package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.qos.ExpectedBids;
import gavel.driver.run.LoadHistory.Span;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadHistoryTest {
    private static final long ZERO = 1_800_000_000_000L;

    private final LoadHistory history = new LoadHistory();
    private Profile profile;

    @BeforeEach
    void read() throws IOException {
        profile = ProfileReader.read("liveauction");
    }

    @Test
    void aRunOnFreshLotsIsExpectedToBidAsItsAgeAndWarmUpSay() {
        history.began(spec(100, Phases.SMOKE).with(50, Phases.SMOKE, null, 0), ZERO + 8_000);
        LoadSpec fresh = spec(100, Phases.SMOKE, ZERO);
        history.began(fresh, ZERO + 47_000);
        ExpectedBids bids = history.expected(profile, fresh, 6_000, new Span(ZERO + 77_000, ZERO + 137_000, 0));
        assertThat(bids.mean()).isBetween(67.0, 79.0);
        // 19 to 34 in each ten seconds of a run with 200 users; 85 and 91 bids of 100 users are what seeds 2 and 4
        // gave.
        assertThat(bids.least()).isBetween(10.0, 30.0);
        assertThat(bids.most()).isBetween(130.0, 180.0);
    }

    /** The harness says when the auctions and the measurement began, and the driver when its loads did: a minute may lie between their clocks. */
    @Test
    void aDriverWhoseClockIsAheadExpectsAsManyBids() {
        LoadSpec fresh = spec(100, Phases.SMOKE, ZERO);
        history.began(fresh, ZERO + 47_000);
        LoadHistory ahead = new LoadHistory();
        ahead.began(fresh, ZERO + 47_000 + 60_000);

        assertThat(ahead.expected(profile, fresh, 6_000, new Span(ZERO + 77_000, ZERO + 137_000, 60_000)))
                .isEqualTo(history.expected(profile, fresh, 6_000, new Span(ZERO + 77_000, ZERO + 137_000, 0)));
    }

    @Test
    void lotsOfUnknownAgeMayHaveIdledOrBeDear() {
        LoadSpec unknown = spec(300, Phases.SMOKE);
        history.began(unknown, ZERO);
        ExpectedBids bids = history.expected(profile, unknown, 18_000, new Span(ZERO + 30_000, ZERO + 90_000, 0));
        assertThat(bids.least()).as("three minutes after a storm of bids").isBetween(30.0, 90.0);
        assertThat(bids.most()).as("new lots").isBetween(300.0, 450.0);
    }

    @Test
    void nothingIsExpectedWhereNobodyLooksOrUsersVary() {
        Phases staying = new Phases(15, 15, 60, Phases.STAY);
        assertThat(expected(spec(100, staying).with(100, staying, null, 0))).isNull();
        assertThat(expected(spec(100, staying).with(100, staying, "probe", 0))).isNotNull();
        LoadSpec constant = spec(100, Phases.SMOKE);
        assertThat(expected(new LoadSpec(
                        constant.name(),
                        constant.targets(),
                        null,
                        constant.profile(),
                        100,
                        constant.accounts(),
                        1,
                        constant.phases(),
                        constant.agent(),
                        constant.engine(),
                        null,
                        0,
                        LoadShape.of(new SessionArrivals(SessionArrivals.Process.POISSON, 2)),
                        0)))
                .isNull();
        assertThat(expected(constant)).isNotNull();
        history.changed();
        assertThat(expected(constant)).isNull();
    }

    private ExpectedBids expected(LoadSpec spec) {
        history.began(spec, ZERO);
        return history.expected(profile, spec, 6_000, new Span(ZERO + 30_000, ZERO + 90_000, 0));
    }

    private static LoadSpec spec(int users, Phases phases) {
        return spec(users, phases, 0);
    }

    private static LoadSpec spec(int users, Phases phases, long auctionsFromMillis) {
        return new LoadSpec(
                "test",
                List.of(URI.create("http://127.0.0.1:1/")),
                null,
                "liveauction",
                users,
                new LoadSpec.Accounts("u%d@gavel.example", 1, 5L * users, "secret"),
                1,
                phases,
                LoadSpec.AgentShare.ALONE,
                LoadSpec.EngineSpec.DEFAULT,
                null,
                0,
                LoadShape.CONSTANT,
                auctionsFromMillis);
    }
}
