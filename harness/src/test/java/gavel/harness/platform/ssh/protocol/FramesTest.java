package gavel.harness.platform.ssh.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.platform.ssh.protocol.Frames.ProtocolException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final String MARK = "\u0001GVL1";
    private static final Message MESSAGE = Message.line("build", 7, "schön");

    private static byte[] written(Message... messages) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Frames frames = new Frames(InputStream.nullInputStream(), stream);
        for (Message message : messages) {
            frames.write(message);
        }
        return stream.toByteArray();
    }

    private static Frames reading(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return new Frames(new ByteArrayInputStream(whole.toByteArray()), OutputStream.nullOutputStream());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] frame(int length, String json) {
        byte[] content = text(json);
        return ByteBuffer.allocate(MARK.length() + 4 + content.length)
                .put(text(MARK))
                .putInt(length)
                .put(content)
                .array();
    }

    @Test
    void messagesComeAsTheyWereWrittenAndThenTheEnd() throws IOException {
        Frames frames = reading(written(MESSAGE, Message.call("build", 8, "stop", List.of())));
        assertThat(frames.read()).isEqualTo(MESSAGE);
        assertThat(frames.read().call()).isEqualTo("stop");
        assertThatThrownBy(frames::read).isInstanceOf(EOFException.class);
    }

    @Test
    void aLoginMayPrintBeforeTheFirstMessageEvenWhatLooksLikeItsBeginning() throws IOException {
        assertThat(reading(text("Welcome!\n\u0001GV\u0001\u0001GVL0"), written(MESSAGE))
                        .read())
                .isEqualTo(MESSAGE);
    }

    @Test
    void aLoginThatPrintsWithoutEndIsRefused() {
        byte[] endless = new byte[Frames.LONGEST_BANNER + 10];
        Arrays.fill(endless, (byte) '.');
        assertThatThrownBy(reading(endless)::read)
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("65536 bytes came before the first message");
    }

    @Test
    void nothingMayComeBetweenMessages() throws IOException {
        Frames frames = reading(written(MESSAGE), text("Out of memory"), written(MESSAGE));
        frames.read();
        assertThatThrownBy(frames::read)
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("something that is no message");
    }

    @Test
    void anotherVersionOfTheProtocolIsNoMessage() throws IOException {
        Frames frames = reading(written(MESSAGE), text("\u0001GVL2xxxxxxxx"));
        frames.read();
        assertThatThrownBy(frames::read).isInstanceOf(ProtocolException.class).hasMessageContaining("another version");
    }

    @Test
    void lengthsAreBoundedBeforeAnythingIsReadForThem() {
        for (int length : new int[] {0, 1, Frames.LONGEST + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(reading(frame(length, "{}"))::read)
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("must have 2..16777216 bytes: " + Integer.toUnsignedString(length));
        }
    }

    @Test
    void halfAMessageIsToldFromTheEnd() throws IOException {
        byte[] whole = written(MESSAGE);
        for (int cut = 6; cut < whole.length; cut++) {
            assertThatThrownBy(reading(Arrays.copyOf(whole, cut))::read)
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("a message ended after");
        }
    }

    @Test
    void whatIsNoJsonOrHasOtherFieldsIsRefused() {
        String deep = "{\"arguments\":[" + "[".repeat(100) + "]".repeat(100) + "]}";
        for (String json : List.of("no json", "[]", "null", "{\"id\":1,\"evil\":2}", "{\"id\":\"x\"}", "{} {}", deep)) {
            assertThatThrownBy(reading(frame(text(json).length, json))::read)
                    .as(json)
                    .isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void aMessageThatNobodyWouldReadIsNotWritten() {
        Message endless = Message.line("build", 1, "x".repeat(Frames.LONGEST));
        assertThatThrownBy(() -> written(endless))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is longer than");
    }
}
