package gavel.driver.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.message.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames are the same however the network cuts them. */
class FrameReaderTest {
    private final Said said = new Said();
    private final FrameReader reader = new FrameReader(said);

    @Test
    void readsEveryFrameHoweverItIsCut() throws Exception {
        byte[] all = conversation();
        reader.read(Unpooled.wrappedBuffer(all));
        List<String> whole = said.lines();
        assertThat(whole)
                .containsExactly(
                        "setting 3=100",
                        "setting 4=65536",
                        "settings end",
                        "headers 1 [abcdef] more",
                        "data 1 hello",
                        "data end 1 9 more",
                        "data end 1 0 last",
                        "headers 3 [first second third] last",
                        "reset 3 8",
                        "ping 4711",
                        "window 0 +1000",
                        "go away 5 2");

        for (int cut = 1; cut < all.length; cut++) {
            Said inPieces = new Said();
            FrameReader other = new FrameReader(inPieces);
            for (int from = 0; from < all.length; from += cut) {
                other.read(Unpooled.wrappedBuffer(all, from, Math.min(cut, all.length - from)));
            }
            assertThat(inPieces.lines()).as("pieces of " + cut).isEqualTo(whole);
        }
    }

    private static byte[] conversation() {
        ByteBuf out = Unpooled.buffer();
        Frames.header(out, 12, Frames.SETTINGS, 0, 0);
        Frames.setting(out, Frames.MAX_CONCURRENT_STREAMS, 100);
        Frames.setting(out, Frames.INITIAL_WINDOW_SIZE, 65_536);
        Frames.header(out, 0, Frames.SETTINGS, Frames.ACK, 0);
        Frames.header(out, 14, Frames.HEADERS, Frames.PADDED | Frames.PRIORITY | Frames.END_HEADERS, 1);
        out.writeByte(2).writeInt(0).writeByte(16).writeBytes(ascii("abcdef")).writeShort(0);
        Frames.header(out, 9, Frames.DATA, Frames.PADDED, 1);
        out.writeByte(3).writeBytes(ascii("hello")).writeMedium(0);
        Frames.header(out, 0, Frames.DATA, Frames.END_STREAM, 1);
        Frames.header(out, 6, Frames.HEADERS, Frames.END_STREAM, 3);
        out.writeBytes(ascii("first "));
        Frames.header(out, 7, Frames.CONTINUATION, 0, 3);
        out.writeBytes(ascii("second "));
        Frames.header(out, 5, Frames.CONTINUATION, Frames.END_HEADERS, 3);
        out.writeBytes(ascii("third"));
        Frames.header(out, 3, 0xfa, 0xff, 7);
        out.writeMedium(0);
        Frames.reset(out, 3, ErrorCode.CANCEL);
        Frames.header(out, 8, Frames.PING, 0, 0);
        out.writeLong(4711);
        Frames.header(out, 8, Frames.PING, Frames.ACK, 0);
        out.writeLong(4712);
        Frames.windowUpdate(out, 0, 1000);
        Frames.header(out, 11, Frames.GO_AWAY, 0, 0);
        out.writeInt(5).writeInt(ErrorCode.INTERNAL_ERROR.ordinal()).writeBytes(ascii("why"));
        return ByteBufUtil.getBytes(out);
    }

    @Test
    void saysWhenAServerSpeaksSomethingElse() {
        assertThatThrownBy(() -> reader.read(Unpooled.wrappedBuffer(ascii("HTTP/1.1 400 Bad Request\r\n\r\n"))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("does not speak HTTP/2");
    }

    @Test
    void refusesFramesThatBreakTheRules() throws Exception {
        refuses("a frame of 16385 bytes", out -> Frames.header(out, 16_385, Frames.DATA, 0, 1));
        refuses("a push", out -> Frames.header(out, 0, Frames.PUSH_PROMISE, 0, 1));
        refuses("frame of type 3 with 0 bytes", out -> Frames.header(out, 0, Frames.RST_STREAM, 0, 1));
        refuses("headers of no stream", out -> Frames.header(out, 0, Frames.HEADERS, Frames.END_HEADERS, 0));
        refuses("interrupted", out -> {
            Frames.header(out, 0, Frames.HEADERS, 0, 1);
            Frames.header(out, 0, Frames.DATA, 0, 1);
        });
        refuses("interrupted", out -> Frames.header(out, 0, Frames.CONTINUATION, Frames.END_HEADERS, 1));
        refuses("padding is longer", out -> {
            Frames.header(out, 2, Frames.DATA, Frames.PADDED, 1);
            out.writeByte(2).writeByte(0);
        });
        refuses("a header block of more than", out -> {
            Frames.header(out, 16_384, Frames.HEADERS, 0, 1);
            out.writeZero(16_384);
            for (int i = 0; i < 4; i++) {
                Frames.header(out, 16_384, Frames.CONTINUATION, 0, 1);
                out.writeZero(16_384);
            }
        });
    }

    private interface Writing {
        void to(ByteBuf out);
    }

    private static void refuses(String problem, Writing frames) throws ProtocolException {
        FrameReader fresh = new FrameReader(new Said());
        ByteBuf out = Unpooled.buffer();
        Frames.header(out, 0, Frames.SETTINGS, 0, 0);
        frames.to(out);
        assertThatThrownBy(() -> fresh.read(out))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void readsNothingMoreWhenItIsStopped() throws Exception {
        said.stopAtData = reader;

        reader.read(Unpooled.wrappedBuffer(conversation()));

        assertThat(said.lines()).last().asString().startsWith("data 1 hello");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Bodies that come in pieces are told as one. */
    private static final class Said implements FrameSink {
        private final List<String> lines = new ArrayList<>();
        private String data = "";
        private FrameReader stopAtData;

        List<String> lines() {
            List<String> all = new ArrayList<>(lines);
            if (!data.isEmpty()) {
                all.add(data);
            }
            return all;
        }

        @Override
        public void data(int stream, ByteBuf in, int count) {
            String part = in.toString(in.readerIndex(), count, StandardCharsets.US_ASCII);
            data = data.isEmpty() ? "data " + stream + " " + part : data + part;
            if (stopAtData != null) {
                stopAtData.stop();
            }
        }

        @Override
        public void dataEnd(int stream, int flowControlled, boolean last) {
            if (!data.isEmpty()) {
                lines.add(data);
                data = "";
            }
            lines.add("data end " + stream + " " + flowControlled + (last ? " last" : " more"));
        }

        @Override
        public void headers(int stream, ByteBuf block, boolean last) {
            lines.add("headers " + stream + " [" + block.toString(StandardCharsets.US_ASCII) + "]"
                    + (last ? " last" : " more"));
        }

        @Override
        public void reset(int stream, int error) {
            lines.add("reset " + stream + " " + error);
        }

        @Override
        public void setting(int name, long value) {
            lines.add("setting " + name + "=" + value);
        }

        @Override
        public void settingsEnd() {
            lines.add("settings end");
        }

        @Override
        public void ping(long number) {
            lines.add("ping " + number);
        }

        @Override
        public void goAway(int lastStream, int error) {
            lines.add("go away " + lastStream + " " + error);
        }

        @Override
        public void windowUpdate(int stream, int increment) {
            lines.add("window " + stream + " +" + increment);
        }
    }
}
