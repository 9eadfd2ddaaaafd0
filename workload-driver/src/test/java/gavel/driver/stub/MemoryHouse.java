package gavel.driver.stub;

import gavel.driver.http.Carrier;
import gavel.driver.http.MemoryCarrier;
import gavel.driver.loop.ManualTimetable;
import gavel.driver.stub.StubServer.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** The stub's auction house in virtual time, without a network. Each request is kept with its moment. */
public final class MemoryHouse {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 100 * MILLI;

    private final ManualTimetable timetable;
    private final StubHouse house;
    private final List<Asked> asked = new ArrayList<>();
    private Twist twist = Twist.NONE;
    private int sessions;

    /**
     * A request that came.
     *
     * @param session number of the connections it came by, from 0
     */
    public record Asked(long atNanos, int session, String method, String uri, String authorization, String etag) {
        public boolean is(String wantedMethod, String start) {
            return method.equals(wantedMethod) && uri.startsWith(start);
        }
    }

    /** What the house does wrong. */
    public interface Twist {
        Twist NONE = (_, right) -> right;

        /** Everything is right, and takes so many milliseconds. */
        static Twist slow(ToLongFunction<Asked> millis) {
            return new Twist() {
                @Override
                public Reply reply(Asked asked, Reply right) {
                    return right;
                }

                @Override
                public long delayMillis(Asked asked) {
                    return millis.applyAsLong(asked);
                }
            };
        }

        /** What is answered instead of what is right. */
        Reply reply(Asked asked, Reply right);

        /** What is answered without asking the house; null to ask it. */
        default Reply atOnce(Asked asked) {
            return null;
        }

        /** How long an answer takes. */
        default long delayMillis(Asked asked) {
            return 5;
        }
    }

    public MemoryHouse(ManualTimetable timetable, int auctions, long lotMillis) {
        this.timetable = timetable;
        this.house = new StubHouse(auctions, lotMillis * MILLI, timetable::nanoTime);
        timetable.at(TICK, this::tick);
    }

    private void tick() {
        house.tick();
        timetable.at(timetable.nanoTime() + TICK, this::tick);
    }

    public void twist(Twist how) {
        twist = how;
    }

    public List<Asked> asked() {
        return asked;
    }

    public List<Asked> asked(String method, String start) {
        return asked.stream().filter(each -> each.is(method, start)).toList();
    }

    /** The connections of one more session. */
    public Carrier carrier() {
        int session = sessions++;
        return new MemoryCarrier(timetable, (request, response) -> answer(session, request, response));
    }

    private void answer(int session, String request, Consumer<byte[]> response) {
        int headEnd = request.indexOf("\r\n\r\n");
        String head = request.substring(0, headEnd);
        StubCall call = StubCall.of(head, request.substring(headEnd + 4));
        Asked what = new Asked(timetable.nanoTime(), session, call.method(), call.uri(), call.token(), call.etag());
        asked.add(what);
        long delay = twist.delayMillis(what) * MILLI;
        Reply early = twist.atOnce(what);
        if (early != null) {
            timetable.at(timetable.nanoTime() + delay, () -> response.accept(bytes(early)));
            return;
        }
        timetable.at(
                timetable.nanoTime() + delay,
                () -> house.answer(call, right -> response.accept(bytes(twist.reply(what, right)))));
    }

    private static byte[] bytes(Reply reply) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(reply.head().append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(reply.body());
        return all.toByteArray();
    }
}
