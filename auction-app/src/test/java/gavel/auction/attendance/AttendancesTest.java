package gavel.auction.attendance;

import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.ScriptedDatabase.row;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.relational.Dialect;
import gavel.auction.session.Caller;
import gavel.auction.testing.ScriptedDatabase;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttendancesTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.000001999Z");
    private static final Instant STORED = Instant.parse("2026-11-20T12:00:00.000001Z");
    private static final Instant EARLIER = Instant.parse("2026-11-20T11:00:00Z");

    private final Deque<List<Map<String, Object>>> answers = new ArrayDeque<>();
    private final ScriptedDatabase database = new ScriptedDatabase()
            .on("insert into attendance ", _ -> answers.removeFirst())
            .changes("delete from attendance", 1);
    private final Attendances attendances = new Attendances(database.client(), Dialect.POSTGRESQL);

    @ParameterizedTest
    @ValueSource(strings = {"SCHEDULED", "RUNNING"})
    void whoComesAttendsFromNow(String state) {
        answers.add(List.of(joining(state, 41, STORED)));

        assertThat(attendances.join(7, 4, NOW)).isEqualTo(new Attendance(4, 41, STORED));
    }

    @Test
    void theTimeIsAskedAsItIsStored() {
        answers.add(List.of(joining("RUNNING", 41, STORED)));

        attendances.join(7, 4, NOW);

        assertThat(database.statements().getFirst().parameters())
                .contains(STORED.atOffset(ZoneOffset.UTC))
                .doesNotContain(NOW.atOffset(ZoneOffset.UTC));
    }

    @Test
    void whoAttendsAlreadyStaysSinceHeCame() {
        answers.add(List.of(joining("RUNNING", 41, EARLIER)));

        assertThat(attendances.join(7, 4, NOW).joinedAt()).isEqualTo(EARLIER);
    }

    @Test
    void whoAttendsAnAuctionThatEndedMeanwhileIsToldSinceWhen() {
        answers.add(List.of(joining("COMPLETE", 90, EARLIER)));

        assertThat(attendances.join(7, 4, NOW)).isEqualTo(new Attendance(4, 90, EARLIER));
    }

    @Test
    void anAuctionNobodyHeldIsNotFound() {
        answers.add(List.of());

        assertRefused(404, () -> attendances.join(7, 4, NOW)).hasMessageContaining("no auction 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPLETE", "CANCELLED"})
    void anAuctionThatIsOverCannotBeJoinedAndIsAskedOnce(String state) {
        answers.add(List.of(joining(state, 90, null)));

        assertRefused(409, () -> attendances.join(7, 4, NOW)).hasMessageContaining("is over");
        assertThat(database.statements()).hasSize(1);
    }

    @Test
    void whoCameOnAnotherConnectionAtTheSameMomentIsSeenByTheSecondAttempt() {
        answers.add(List.of(joining("RUNNING", 41, null)));
        answers.add(List.of(joining("RUNNING", 42, EARLIER)));

        assertThat(attendances.join(7, 4, NOW)).isEqualTo(new Attendance(4, 42, EARLIER));
    }

    @Test
    void anAuctionThatEndsBetweenTheAttemptsCannotBeJoined() {
        answers.add(List.of(joining("RUNNING", 41, null)));
        answers.add(List.of(joining("COMPLETE", 42, null)));

        assertRefused(409, () -> attendances.join(7, 4, NOW));
    }

    @Test
    void nobodyTriesForEver() {
        answers.add(List.of(joining("RUNNING", 41, null)));
        answers.add(List.of(joining("RUNNING", 42, null)));

        assertRefused(409, () -> attendances.join(7, 4, NOW));
        assertThat(database.statements()).hasSize(2);
    }

    @Test
    void whoLeavesIsGoneAndNotedInOneStatement() {
        attendances.leave(7, 4, NOW);

        assertThat(database.statements()).singleElement().satisfies(statement -> {
            assertThat(statement.sql()).contains("delete from attendance", "insert into attendance_event");
            assertThat(statement.parameters()).containsExactly(7L, 4L, STORED.atOffset(ZoneOffset.UTC));
        });
    }

    @Test
    void whoLeavesWithoutHavingComeDoesNoHarm() {
        database.changes("delete from attendance", 0);

        attendances.leave(7, 4, NOW);

        assertThat(database.statements()).hasSize(1);
    }

    @Test
    void theEndpointSpeaksForTheCallerAndForNow() {
        AttendanceEndpoint endpoint = new AttendanceEndpoint(attendances, InstantSource.fixed(NOW));
        answers.add(List.of(joining("RUNNING", 41, STORED)));

        assertThat(endpoint.join(new Caller(7, null), 4).auctionId()).isEqualTo(4);
        endpoint.leave(new Caller(8, null), 5);

        assertThat(database.statements("returning account_id, auction_id, joined_at)")
                        .getLast()
                        .parameters())
                .startsWith(8L, 5L);
    }

    private static Map<String, Object> joining(String state, long revision, Instant joinedAt) {
        return row("state", state, "revision", revision, "joined_at", joinedAt);
    }
}
