package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.stub.MemoryHouse.Asked;
import gavel.driver.stub.MemoryHouse.Twist;
import gavel.driver.stub.StubServer.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one person after the other does, in virtual time. */
class UserTest {
    private static final long SECOND = VirtualRun.SECOND;

    /** With a warm-up of 3 s most are still at the door; nobody hurries through the measurement, and nobody pauses at its beginning. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void whoIsAtTheDoorWhenPeopleBeginToBeTimedActsAtTheRateOfEverybody(int seconds) throws IOException {
        VirtualRun run = new VirtualRun(1_000, 3).phases(3, 3, seconds);

        // 1,000 users act once in 5 s each.
        assertThat(run.mainStarts()).isBetween(170L * seconds, 230L * seconds);
    }

    @Test
    void aSessionBeginsAtTheDoorAndEntersTwoAuctions() throws IOException {
        VirtualRun run = new VirtualRun(1, 3).alone().until(600);
        List<String> first = run.house.asked().stream()
                .filter(asked -> asked.session() == 0 && !asked.uri().contains("/live"))
                .map(asked -> asked.method() + " " + asked.uri().replaceAll("[?].*|[0-9]+", ""))
                .filter(line -> !line.contains("images"))
                .distinct()
                .limit(9)
                .toList();
        assertThat(first)
                .containsExactly(
                        "GET /",
                        "GET /ui//app.css",
                        "GET /ui//app.js",
                        "POST /api/sessions",
                        "GET /api/accounts/me",
                        "GET /api/auctions",
                        "PUT /api/auctions//attendance",
                        "GET /api/auctions/",
                        "GET /api/auctions//lots/current");
        assertThat(run.house.asked("PUT", "/api/auctions/").stream().filter(asked -> asked.session() == 0))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(run.said()).isEmpty();
    }

    @Test
    void theNextPersonHasAnotherAccountOtherConnectionsAndAnEmptyCache() throws IOException {
        VirtualRun run = new VirtualRun(1, 3).alone().until(1_200);
        List<Asked> doors = run.house.asked("GET", "/").stream()
                .filter(asked -> asked.uri().equals("/"))
                .toList();
        assertThat(doors).hasSizeGreaterThan(2);
        assertThat(doors).extracting(Asked::session).doesNotHaveDuplicates();
        assertThat(doors).extracting(Asked::etag).containsOnlyNulls();
        assertThat(run.loop.snapshot().tally().sessionsStarted()).isEqualTo(doors.size());
    }

    @Test
    void theNextActionComesACycleAfterTheLastWasIntended() throws IOException {
        VirtualRun run = new VirtualRun(1, 3).alone().until(2_000);
        UserTally tally = run.loop.snapshot().tally();
        assertThat(tally.cycleSeconds() / tally.cycles()).isBetween(4.8, 5.2);
        long starts = Stream.of(OperationKind.values())
                .filter(kind -> !kind.background())
                .mapToLong(kind -> run.counts(kind).starts())
                .sum();
        assertThat((double) starts).isBetween(0.97 * 1_999 / 5, 1.03 * 1_999 / 5);
    }

    @Test
    void anOperationThatOutlastsItsCycleIsCountedAndTheNextBeginsWhenItEnds() throws IOException {
        VirtualRun run = new VirtualRun(1, 3);
        run.house.twist(slow("/api/sessions", 20_000));
        run.alone().until(60);
        Asked login = run.house.asked("POST", "/api/sessions").getFirst();
        Asked list = run.house.asked("GET", "/api/auctions?").getFirst();
        assertThat(list.atNanos() - login.atNanos()).isBetween(20 * SECOND, 20 * SECOND + SECOND / 10);
        assertThat(run.counts(OperationKind.LOGIN).late()).isOne();
        assertThat(run.counts(OperationKind.LOGIN).overruns()).isOne();
    }

    @Test
    void whoThinksAfterEachAnswerActsACycleAfterItsEnd(@TempDir Path directory) throws IOException {
        Path thinking = directory.resolve("thinking.yaml");
        try (InputStream in = Profile.class.getResourceAsStream("/gavel/driver/profile/liveauction.yaml")) {
            String profile = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(thinking, profile.replace("longest: 7.5}", "longest: 7.5, from: end}"));
        }
        VirtualRun run = new VirtualRun(1, 3, thinking.toString());
        run.house.twist(slow("/api/sessions", 20_000));

        run.alone().until(60);

        Asked login = run.house.asked("POST", "/api/sessions").getFirst();
        Asked list = run.house.asked("GET", "/api/auctions?").getFirst();
        assertThat(list.atNanos() - login.atNanos()).isBetween(22 * SECOND, 28 * SECOND);
        assertThat(run.counts(OperationKind.LOGIN).overruns()).isZero();
    }

    @Test
    void whoFindsNoAccountFreeComesBackLaterAndIsCounted() throws IOException {
        // Sessions that arrive once in two seconds and find each answer 30 s late: soon there are more than the 50
        // accounts of ten users.
        VirtualRun run = new VirtualRun(10, 3)
                .measuring(0, 600)
                .open(new SessionArrivals(SessionArrivals.Process.CONSTANT, 0.5), 3, 600);
        run.house.twist(slow("/api", 30_000));

        run.until(600);

        long without = run.loop.snapshot().tally().withoutAccount();
        assertThat(without).isPositive();
        assertThat(run.loop.snapshot().tally().sessionsStarted() + without).isBetween(295L, 301L);
    }

    @Test
    void afterAFailureTheNextPersonComesWithinFiveToTenSeconds() throws IOException {
        VirtualRun run = new VirtualRun(1, 3);
        run.house.twist((asked, right) -> asked.is("POST", "/api/sessions") ? refused(500, null) : right);
        run.alone().until(400);
        List<Asked> logins = run.house.asked("POST", "/api/sessions");
        assertThat(logins).hasSizeGreaterThan(10);
        List<Asked> doors = run.house.asked().stream()
                .filter(asked -> asked.uri().equals("/"))
                .toList();
        for (int i = 0; i + 1 < logins.size(); i++) {
            long pause = doors.get(i + 1).atNanos() - logins.get(i).atNanos();
            assertThat(pause).isBetween(5 * SECOND, 10 * SECOND + SECOND / 10);
        }
        assertThat(run.loop.snapshot().tally().sessionsFailed()).isEqualTo(logins.size());
        assertThat(run.said()).hasSize(20).allMatch(said -> said.startsWith("Login: status: status 500"));
    }

    @Test
    void aServerThatAsksForPatienceGetsIt() throws IOException {
        VirtualRun run = new VirtualRun(1, 3);
        run.house.twist((asked, right) ->
                asked.is("POST", "/api/sessions") ? refused(503, new String[] {"retry-after", "40"}) : right);
        run.alone().until(100);
        List<Asked> logins = run.house.asked("POST", "/api/sessions");
        assertThat(logins).hasSizeGreaterThan(1);
        assertThat(logins.get(1).atNanos() - logins.get(0).atNanos()).isGreaterThan(40 * SECOND);
    }

    @Test
    void nothingIsAskedWithATokenThatIsBeingGivenUp() throws IOException {
        VirtualRun run = new VirtualRun(20, 5);
        run.house.twist(slow("/api/sessions", 1_900));
        run.phases(15, 0, 600);
        Map<String, Long> givenUp = new HashMap<>();
        run.house
                .asked("DELETE", "/api/sessions")
                .forEach(asked -> givenUp.put(asked.authorization(), asked.atNanos()));
        assertThat(givenUp).hasSizeGreaterThan(20);
        assertThat(run.house.asked())
                .noneMatch(asked -> asked.authorization() != null
                        && asked.atNanos() > givenUp.getOrDefault(asked.authorization(), Long.MAX_VALUE));
        assertThat(run.said()).isEmpty();
    }

    @Test
    void whoIsToldToGoLogsOutAndIsGone() throws IOException {
        VirtualRun run = new VirtualRun(10, 5).phases(10, 0, 40);
        assertThat(run.loop.snapshot().present()).isEqualTo(10);
        for (int user = 0; user < 10; user++) {
            run.loop.leave(user);
        }
        long told = run.timetable.nanoTime();
        run.until(120);
        assertThat(run.loop.snapshot().present()).isZero();
        // Who is between two sessions has nothing to log out of.
        assertThat(run.house.asked("DELETE", "/api/sessions").stream().filter(asked -> asked.atNanos() >= told))
                .hasSizeBetween(6, 10);
        assertThat(run.house.asked().stream().filter(asked -> asked.atNanos() > told + 3 * SECOND))
                .isEmpty();
        run.loop.arrive(3, run.timetable.nanoTime());
        run.until(140);
        assertThat(run.loop.snapshot().present()).isOne();
        assertThat(run.house.asked().getLast().atNanos()).isGreaterThan(120 * SECOND);
    }

    @Test
    void whoVanishesAsksForNothingMore() throws IOException {
        VirtualRun run = new VirtualRun(10, 5).phases(10, 0, 40);
        run.loop.vanish();
        int before = run.house.asked().size();
        run.until(120);
        assertThat(run.house.asked()).hasSize(before);
        assertThat(run.loop.snapshot().present()).isZero();
    }

    @Test
    void theSameSeedMakesTheSameRequestsAtTheSameMoments() throws IOException {
        VirtualRun one = new VirtualRun(10, 7).phases(5, 5, 60);
        VirtualRun same = new VirtualRun(10, 7).phases(5, 5, 60);
        VirtualRun other = new VirtualRun(10, 8).phases(5, 5, 60);
        assertThat(same.house.asked()).isEqualTo(one.house.asked());
        assertThat(other.house.asked()).isNotEqualTo(one.house.asked());
        assertThat(same.loop.snapshot().tally().choicesHash())
                .isEqualTo(one.loop.snapshot().tally().choicesHash())
                .isNotEqualTo(other.loop.snapshot().tally().choicesHash());
    }

    @Test
    void aboutTwoInAHundredSessionsRegister() throws IOException {
        VirtualRun run = new VirtualRun(60, 11).phases(10, 0, 1_000);
        long sessions = run.loop.snapshot().tally().sessionsStarted();
        long registered = run.house.asked("POST", "/api/accounts").size();
        // About 400 sessions: 8 expected, deviation 2.8.
        assertThat(sessions).isGreaterThan(300);
        assertThat((double) registered / sessions).isBetween(0.004, 0.04);
        Set<String> tokens = new HashSet<>();
        run.house.asked("DELETE", "/api/sessions").forEach(asked -> assertThat(tokens.add(asked.authorization()))
                .isTrue());
        assertThat(run.said()).isEmpty();
    }

    private static Twist slow(String start, long millis) {
        return Twist.slow(asked -> asked.uri().startsWith(start) ? millis : 5);
    }

    private static Reply refused(int status, String[] header) {
        return new Reply(status, "application/problem+json", "{}".getBytes(StandardCharsets.UTF_8), header);
    }
}
