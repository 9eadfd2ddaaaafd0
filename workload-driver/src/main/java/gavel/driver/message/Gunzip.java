package gavel.driver.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Decodes one gzip stream (RFC 1952) piece by piece, checksum and length included. Reused after {@link #reset}. */
final class Gunzip {
    private static final int FIXED_HEADER = 10;
    private static final int TRAILER = 8;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int HEADER_CHECK = 2;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] output = new byte[16 * 1024];
    private final byte[] input = new byte[8 * 1024];
    private final ByteBuf decoded = Unpooled.wrappedBuffer(output);
    private int headerRead;
    private int flags;
    private int extraLeft;
    private boolean inData;
    private int trailerRead;
    private long trailer;

    void reset() {
        inflater.reset();
        checksum.reset();
        headerRead = 0;
        flags = 0;
        extraLeft = -1;
        inData = false;
        trailerRead = 0;
        trailer = 0;
    }

    void end() {
        inflater.end();
    }

    boolean finished() {
        return trailerRead == TRAILER;
    }

    /** Hands on the next bytes of a body, which are all read then. {@code gunzip} is null where they are not compressed. */
    static void deliver(ByteBuf in, int count, Gunzip gunzip, ResponseSink sink) throws ProtocolException {
        int end = in.readerIndex() + count;
        int limit = in.writerIndex();
        in.writerIndex(end);
        try {
            if (gunzip == null) {
                sink.body(in);
            } else {
                gunzip.decode(in, sink);
            }
        } finally {
            in.writerIndex(limit);
            in.readerIndex(end);
        }
    }

    void decode(ByteBuf in, ResponseSink sink) throws ProtocolException {
        while (in.isReadable()) {
            if (!inData) {
                header(in.readUnsignedByte());
            } else if (inflater.finished()) {
                trailer(in.readUnsignedByte());
            } else {
                inflate(in, sink);
            }
        }
    }

    private void header(int b) throws ProtocolException {
        if (headerRead < FIXED_HEADER) {
            boolean right =
                    switch (headerRead) {
                        case 0 -> b == 0x1f;
                        case 1 -> b == 0x8b;
                        case 2 -> b == 8;
                        default -> true;
                    };
            if (!right) {
                throw new ProtocolException("not a gzip stream: byte " + headerRead + " is " + b);
            }
            if (headerRead == 3) {
                flags = b;
            }
            headerRead++;
        } else {
            optional(b);
        }
        inData = headerRead == FIXED_HEADER && (flags & (EXTRA | NAME | COMMENT | HEADER_CHECK)) == 0;
    }

    private void optional(int b) {
        if ((flags & EXTRA) != 0) {
            extra(b);
        } else if ((flags & NAME) != 0) {
            flags &= b == 0 ? ~NAME : ~0;
        } else if ((flags & COMMENT) != 0) {
            flags &= b == 0 ? ~COMMENT : ~0;
        } else if (trailerRead++ == 1) {
            flags &= ~HEADER_CHECK;
            trailerRead = 0;
        }
    }

    private void extra(int b) {
        if (trailerRead == 0) {
            extraLeft = b;
            trailerRead = 1;
        } else if (trailerRead == 1) {
            extraLeft |= b << 8;
            trailerRead = 2;
        } else {
            extraLeft--;
        }
        if (trailerRead == 2 && extraLeft == 0) {
            flags &= ~EXTRA;
            trailerRead = 0;
        }
    }

    private void inflate(ByteBuf in, ResponseSink sink) throws ProtocolException {
        int count = Math.min(input.length, in.readableBytes());
        in.getBytes(in.readerIndex(), input, 0, count);
        inflater.setInput(input, 0, count);
        try {
            while (!inflater.finished()) {
                int produced = inflater.inflate(output);
                if (produced == 0) {
                    break;
                }
                checksum.update(output, 0, produced);
                sink.body(decoded.setIndex(0, produced));
            }
        } catch (DataFormatException wrong) {
            throw new ProtocolException("the gzip stream is damaged: " + wrong.getMessage());
        }
        in.skipBytes(count - inflater.getRemaining());
    }

    private void trailer(int b) throws ProtocolException {
        if (trailerRead == TRAILER) {
            throw new ProtocolException("bytes after the end of the gzip stream");
        }
        trailer |= (long) b << (8 * trailerRead++);
        if (trailerRead == TRAILER) {
            long expected = checksum.getValue() | (inflater.getBytesWritten() << 32);
            if (trailer != expected) {
                throw new ProtocolException("checksum or length of the gzip stream is wrong");
            }
        }
    }
}
