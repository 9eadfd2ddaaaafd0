package gavel.driver.operation;

import gavel.driver.http.MemoryCarrier;
import gavel.driver.loop.ManualTimetable;
import gavel.driver.operation.Person.Account;
import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.ProfileReader;
import gavel.driver.record.Outcome;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.BidAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** One person's operations in virtual time, against answers a test writes down. It begins one second after the clock's zero. */
final class OperationBench {
    static final long MILLI = 1_000_000;
    static final long START = 1_000 * MILLI;
    private static final long ANSWER_MILLIS = 10;

    final ManualTimetable timetable = new ManualTimetable();
    final Map<String, Answering> answers = new LinkedHashMap<>();
    final List<Asked> asked = new ArrayList<>();
    final Log log = new Log();
    final List<OperationKind> ended = new ArrayList<>();
    final Person person;
    final LoopContext context;
    final OperationRun run;

    record Asked(long atMillis, String line, String text) {
        String header(String name) {
            return text.lines()
                    .filter(line -> line.startsWith(name + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElse(null);
        }

        String body() {
            return text.substring(text.indexOf("\r\n\r\n") + 4);
        }
    }

    record Recorded(OperationKind kind, long intended, long firstWrite, long end, Outcome outcome) {}

    private record Answering(long millis, Function<String, byte[]> bytes) {}

    static final class Log implements OperationLog {
        final List<OperationKind> started = new ArrayList<>();
        final List<Recorded> recorded = new ArrayList<>();
        final List<String> failed = new ArrayList<>();
        final List<BidAnswer> answered = new ArrayList<>();

        @Override
        public void started(OperationKind kind, long intendedNanos) {
            started.add(kind);
        }

        @Override
        public void record(OperationKind kind, long intended, long firstWrite, long end, Outcome outcome) {
            recorded.add(new Recorded(kind, intended, firstWrite, end, outcome));
        }

        @Override
        public void failed(OperationKind kind, String request, Outcome outcome, String detail) {
            failed.add(request + ": " + outcome.label() + ": " + detail);
        }

        @Override
        public void answered(Person person, BidAnswer answer) {
            answered.add(answer);
        }
    }

    OperationBench() throws IOException {
        timetable.runUntil(START);
        context = new LoopContext(
                timetable,
                ProfileReader.read("liveauction"),
                Photos.draw(1, 1),
                log,
                () -> Instant.ofEpochSecond(0),
                "key");
        person = new Person(
                7,
                new Account(1, "u1@gavel.example", "secret"),
                new MemoryCarrier(timetable, this::answer),
                Draws.of(1, 2, 3));
        person.token = "t1";
        person.accountId = 1;
        run = new OperationRun(context, person, done -> ended.add(done.kind()));
    }

    /** @param start of the request's first line; the longest one that fits is taken */
    OperationBench on(String start, byte[] response) {
        return on(start, ANSWER_MILLIS, _ -> response);
    }

    OperationBench on(String start, long millis, Function<String, byte[]> response) {
        answers.put(start, new Answering(millis, response));
        return this;
    }

    /** The answers one after another; the last one stays. */
    OperationBench inTurn(String start, byte[]... responses) {
        int[] next = {0};
        return on(start, ANSWER_MILLIS, _ -> responses[Math.min(next[0]++, responses.length - 1)]);
    }

    private void answer(String request, Consumer<byte[]> response) {
        String line = request.substring(0, request.indexOf(" HTTP/1.1"));
        asked.add(new Asked(timetable.nanoTime() / MILLI, line, request));
        Answering answering = answers.entrySet().stream()
                .filter(entry -> line.startsWith(entry.getKey()))
                .max(Map.Entry.comparingByKey((a, b) -> a.length() - b.length()))
                .orElseThrow(() -> new AssertionError("nobody expected " + line))
                .getValue();
        timetable.at(
                timetable.nanoTime() + answering.millis() * MILLI,
                () -> response.accept(answering.bytes().apply(line)));
    }

    /** Begins now, and lets a minute pass. */
    Recorded does(OperationKind kind) {
        run.start(kind, timetable.nanoTime());
        return afterAMinute();
    }

    Recorded does(OperationKind kind, AuctionRoom room) {
        run.start(kind, timetable.nanoTime(), room);
        return afterAMinute();
    }

    private Recorded afterAMinute() {
        timetable.runUntil(timetable.nanoTime() + 60_000 * MILLI);
        return log.recorded.getLast();
    }

    List<String> lines() {
        return asked.stream().map(Asked::line).toList();
    }

    static byte[] json(int status, String body) {
        return response(status, "content-type: application/json\r\n", body.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] picture() {
        byte[] bytes = new byte[500];
        bytes[0] = (byte) 0xFF;
        bytes[1] = (byte) 0xD8;
        bytes[2] = (byte) 0xFF;
        return response(200, "content-type: image/jpeg\r\n", bytes);
    }

    static byte[] nothing(int status) {
        return ("HTTP/1.1 " + status + " x\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** @param headers each with its line end */
    static byte[] response(int status, String headers, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(("HTTP/1.1 " + status + " x\r\ncontent-length: " + body.length + "\r\n" + headers + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }
}
