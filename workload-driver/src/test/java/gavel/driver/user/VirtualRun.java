package gavel.driver.user;

import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.arrival.ArrivalTimes;
import gavel.driver.loop.ManualTimetable;
import gavel.driver.news.NewsMatcher;
import gavel.driver.news.NewsTally;
import gavel.driver.operation.Photos;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.record.OperationCounts;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.stub.MemoryHouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The users of one loop, driven through the built-in profile against a house in memory, in virtual time. */
final class VirtualRun {
    static final long SECOND = 1_000_000_000L;
    private static final Photos PHOTOS = photos();

    final ManualTimetable timetable = new ManualTimetable();
    final MemoryHouse house;
    final UserLoop loop;
    final Recorder recorder;
    private final int users;

    VirtualRun(int users, long seed) throws IOException {
        this(users, seed, "liveauction");
    }

    VirtualRun(int users, long seed, String profileName) throws IOException {
        this.users = users;
        this.house = new MemoryHouse(timetable, Math.max(4, users / 15), 30_000);
        Profile profile = ProfileReader.read(profileName);
        recorder = new Recorder(Arrays.stream(OperationKind.values())
                .map(kind -> new RecordedOperation(
                        kind.title(),
                        kind.background(),
                        kind.longPoll() ? RecordedOperation.NO_LIMIT : profile.limitMillis(kind) * 1_000_000L))
                .toList());
        NewsMatcher matcher = new NewsMatcher(new NewsTally(2 * SECOND, Recorder.BATCH_NANOS));
        UserLoop.Parts parts = new UserLoop.Parts(
                0,
                timetable,
                _ -> house.carrier(),
                Map::of,
                recorder,
                matcher,
                new AccountPool(
                        new Accounts("u%d@gavel.example", 1, 5L * users, "secret"),
                        users,
                        AgentShare.ALONE,
                        AgentShare.ALONE),
                matcher::accepted);
        loop = new UserLoop(
                parts,
                new UserLoop.Shared(
                        profile,
                        new ChoiceTable(profile.session(), profile.auctions().slots()),
                        PHOTOS,
                        () -> Instant.ofEpochMilli(timetable.nanoTime() / 1_000_000),
                        "test",
                        seed));
    }

    /** Everybody comes within the ramp; then time passes until the end of the measurement and of a hold of 5 s. */
    VirtualRun phases(int ramp, int warmUp, int measure) {
        long from = (ramp + warmUp) * SECOND;
        loop.window(new RunWindow(0, ramp * SECOND, from, from + measure * SECOND));
        for (int user = 0; user < users; user++) {
            int number = user;
            long at = (long) ((user + 0.5) / users * ramp * SECOND);
            timetable.at(at, () -> loop.arrive(number, at));
        }
        return until(ramp + warmUp + measure + 5);
    }

    /** Everything is measured from the given second on for so long, and nobody has come yet. */
    VirtualRun measuring(int from, int seconds) {
        loop.window(new RunWindow(0, 0, from * SECOND, (from + seconds) * SECOND));
        return this;
    }

    /** Sessions arrive from the beginning until a second. */
    VirtualRun open(SessionArrivals arrivals, long seed, int until) {
        loop.openSessions(new ArrivalTimes(arrivals, seed), AgentShare.ALONE, AgentShare.ALONE, 0, until * SECOND);
        return this;
    }

    int present() {
        return loop.snapshot().present();
    }

    /** Starts of main operations. */
    long mainStarts() {
        return Arrays.stream(OperationKind.values())
                .filter(kind -> !kind.background())
                .mapToLong(kind -> counts(kind).starts())
                .sum();
    }

    /** One user at once, everything measured. */
    VirtualRun alone() {
        loop.window(new RunWindow(0, 0, 0, Long.MAX_VALUE));
        loop.arrive(0, SECOND);
        return this;
    }

    VirtualRun until(double seconds) {
        timetable.runUntil((long) (seconds * SECOND));
        return this;
    }

    OperationCounts counts(OperationKind kind) {
        return loop.snapshot().counts().measured().get(kind.ordinal());
    }

    List<String> said() {
        return loop.firstFailures().stream()
                .map(failed -> failed.operation() + ": " + failed.failure() + ": " + failed.detail())
                .toList();
    }

    private static Photos photos() {
        try {
            return Photos.draw(1, 1);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
