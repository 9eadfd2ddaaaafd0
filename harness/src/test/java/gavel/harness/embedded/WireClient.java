package gavel.harness.embedded;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** A client of MongoDB's wire protocol that follows no rules: it asks what it likes, whenever it likes. */
final class WireClient {
    /** What is said instead of an answer when the server hangs up. */
    static final String CLOSED = "closed";

    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private final InetSocketAddress address;
    private Socket socket;

    WireClient(InetSocketAddress address) {
        this.address = address;
    }

    /** What today's drivers send. */
    String message(Document command) throws IOException {
        return ask(OP_MSG, new byte[5], bson(command));
    }

    /** What those of ten years ago sent. */
    String query(String collection, Document query) throws IOException {
        byte[] name = collection.getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(4 + name.length + 1 + 8).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(0).put(name).put((byte) 0).putInt(0).putInt(-1);
        return ask(OP_QUERY, head.array(), bson(query));
    }

    /** The answer as text, whatever it is made of. */
    private String ask(int code, byte[] head, byte[] document) throws IOException {
        int length = 16 + head.length + document.length;
        ByteBuffer request = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        request.putInt(length).putInt(1).putInt(0).putInt(code).put(head).put(document);
        if (socket == null) {
            socket = new Socket(address.getAddress(), address.getPort());
            socket.setSoTimeout(5_000);
        }
        try {
            socket.getOutputStream().write(request.array());
            DataInputStream answer = new DataInputStream(socket.getInputStream());
            byte[] rest = new byte[Integer.reverseBytes(answer.readInt()) - 4];
            answer.readFully(rest);
            return new String(rest, StandardCharsets.ISO_8859_1);
        } catch (EOFException hungUp) {
            hangUp();
            return CLOSED;
        }
    }

    /** The next question is one of a new connection. */
    void hangUp() throws IOException {
        socket.close();
        socket = null;
    }

    private static byte[] bson(Document document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new DocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
        }
        return buffer.toByteArray();
    }
}
