package gavel.driver.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake at a time in the built-in profile, and what its author is told. */
class ProfileProblemsTest {
    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "mean: 5.0 | mean: five | cycle.mean must be a number: five",
                "mean: 5.0 | mean: 50.0 | cycle needs deviation >= 0 and 0 < shortest <= mean <= longest",
                "longest: 7.5} | longest: 7.5, from: middle} | cycle.from must be start or end: middle",
                "cycle: { | cycles: { | cycle is missing",
                "shortest: 5, longest: 10 | shortest: 11, longest: 10 | backOff needs 0 <= shortest <= longest",
                "slots: 2 | slots: 2.5 | followers.slots must be a whole number: 2.5",
                "slots: 2 | slots: 0 | auctions needs 1..6 slots",
                "size: 10 | size: 0 | pages needs a size of 1..100",
                "nextPage: 0.3 | nextPage: 3 | pages needs a size of 1..100 and a nextPage of 0..1",
                "usersPerAuction: 15 | usersPerAuction: 0 | usersPerAuction > 0",
                "skew: 0.5 | skew: -1 | skew >= 0",
                "closeAfter: 30 | closeAfter: 0 | lot timing must be > 0 s",
                "probability: 0.15 | probability: -0.1 | bids probability must be within 0..1: -0.1",
                "deviation: 0.02 | deviation: -0.02 | must not be negative",
                "news: {limit: 2} | news: {limit: soon} | news.limit must be a number: soon",
                "Home: {limit: 2} | Home: {limit: -2} | operations.Home.limit must be > 0 s",
                "Home: {limit: 2} | Hone: {limit: 2} | operations.Home is missing",
                "Home: {limit: 2} | Hone: {limit: 2} | operations.Hone is unknown; did you mean 'Home'?",
                "Home: {limit: 2} | Home: 2 | operations.Home must be a mapping",
                "hub: choose | hub: chose | session.hub names no step: chose; did you mean 'choose'?",
                "hub: choose | hubb: choose | session.hub is missing",
                "hub: choose | hub: list | session.hub must be a step without does, where people are asked for bids: list",
                "does: ListAuctions, then: {firstJoin: 100} | does: NextBid, then: {firstJoin: 100} | is done by followers, not by a person: NextBid",
                "search: {does: SearchItems | search: {does: PlaceBid | session.steps.search.does is done by who wishes to bid (bids.probability), not by a step: PlaceBid",
                "{image: 60, choose: 40} | {image: 60, choose: 50} | session.steps.item.then must add up to 100: 110.0",
                "{image: 60, choose: 40} | {image: 160, choose: -60} | session.steps.item.then.choose must not be negative: -60.0",
                "does: JoinAuction, when: slotFree | does: JoinAuction | session.steps.join joins an auction though all 2 slots are taken: add when: slotFree",
                "does: LeaveAuction, when: attending | does: LeaveAuction | session.steps.leave leaves an auction though none is followed: add when: attending",
                "search: {does: SearchItems, then | search: {then | session.steps.choose does nothing and leads to itself without an operation",
                "arrive: {does: Home, then: {signIn: 98, | arrive: {does: Home, then: {firstList: 98, | session.steps.firstList does ListAuctions, and a way leads there without Login before it",
                "firstJoin: {does: JoinAuction, then: {secondList: 100}} | firstJoin: {does: JoinAuction, then: {join: 100}} | session.steps.join does JoinAuction, and a way leads there without ListAuctions before it",
                "auction: 13, bids: 7 | image: 13, bids: 7 | session.steps.image does ViewImage, and a way leads there without ItemDetail before it",
                "manage: {does: ManageAuction, then: {choose: 100}} | manage: {does: ManageAuction, then: {upload: 100}} | session.steps.upload does UploadImage, and a way leads there without AddItem before it",
                "search: {does: SearchItems, then: {choose: 100}} | search: {does: SearchItems, then: {choose: 90, end: 10}} | session.steps.search leads to end without Logout",
                "quit: {does: Logout, then: {end: 100}} | quit: {does: Logout, then: {arrive: 100}} | session.steps.quit goes on after Logout, which ends a session",
                "leave: 10, quit: 6} | leave: 16, quit: 0} | session.steps.arrive never leads to end",
                "version: \"1\" | version: [1] | version must be a single value",
                // Beyond what can be borne.
                "usersPerAuction: 15 | usersPerAuction: 0.000001 | needs usersPerAuction >= 1",
                "skew: 0.5 | skew: 1e300 | skew <= 10",
                "closeAfter: 30 | closeAfter: 1e18 | lot timing <= 86400 s",
                "longest: 7.5} | longest: 1e18} | cycle needs longest <= 86400",
                "deviation: 1.25 | deviation: 1e9 | cycle needs longest <= 86400 and deviation <= longest - shortest",
                "shortest: 5, longest: 10 | shortest: 5, longest: 1e12 | backOff longest must be <= 86400",
                "mean: 1.0, deviation: 0.5 | mean: 1e5, deviation: 0.5 | bids raise and ceiling must be within -10..10",
                "news: {limit: 2} | news: {limit: 1e17} | news.limit must be <= 86400 s",
                "Home: {limit: 2} | Home: {limit: 1e300} | operations.Home.limit must be <= 86400 s",
                "news: {limit: 2} | news: {limit: 2 | is no YAML: expected ',' or '}', but got",
            })
    void isExplained(String right, String wrong, String told) throws IOException {
        String text = new String(ProfileReader.bytesOfBuiltIn("liveauction"), StandardCharsets.UTF_8);
        assertThat(text).contains(right);
        byte[] changed = text.replace(right, wrong).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> ProfileReader.parse("mine.yaml", changed))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining(told)
                .hasMessageMatching("(?s)mine[.]yaml:[0-9]+: .*");
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("tooMuch")
    void isBounded(String text, String told) {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThatThrownBy(
                        () -> ProfileReader.parse("mine.yaml", text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining(told));
    }

    static Stream<Arguments> tooMuch() throws IOException {
        String text = new String(ProfileReader.bytesOfBuiltIn("liveauction"), StandardCharsets.UTF_8);
        String hub = "    choose:\n";
        return Stream.of(
                Arguments.of(
                        text.replace(hub, steps(5_000, "more", "{does: Home, then: {choose: 100}}") + hub),
                        "session.steps must be at most 200: 5023"),
                Arguments.of(
                        text.replace(hub, steps(40, "silent", "{then: {list: 100}}") + hub),
                        "session.steps must be at most 16 without an operation: 41"),
                Arguments.of(
                        text.replace("words: [", "words: [" + "a, ".repeat(10_000)),
                        "words must be at most 10000: 10065"),
                Arguments.of(
                        text.replace("words: [", "words: [" + "a".repeat(101) + ", "),
                        "words must have at most 100 characters each: 101"),
                Arguments.of(
                        text.replace("name: liveauction", "name: " + "a".repeat(101)),
                        "name must have at most 100 characters: 101"),
                Arguments.of("[".repeat(100_000), "mine.yaml:1: is nested too deep"));
    }

    private static String steps(int count, String name, String step) {
        return IntStream.range(0, count)
                .mapToObj(i -> "    " + name + i + ": " + step + "\n")
                .collect(Collectors.joining());
    }
}
