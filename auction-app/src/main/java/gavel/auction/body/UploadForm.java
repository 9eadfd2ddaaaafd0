package gavel.auction.body;

import gavel.auction.problem.ApiProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.http.ContentDisposition;
import org.springframework.http.MediaType;

/** A form with a file (RFC 7578), of which nothing is read until the file is asked for. */
public final class UploadForm {
    public static final int MOST_FILE_BYTES = 8 * 1024 * 1024;

    /** With the frame of the form and its other fields. */
    static final int MOST_BYTES = MOST_FILE_BYTES + 64 * 1024;

    private static final int MOST_PARTS = 8;
    private static final int MOST_HEAD = 4 * 1024;
    private static final byte[] LINE = {'\r', '\n'};
    private static final byte[] HEAD_END = {'\r', '\n', '\r', '\n'};

    private final BoundedRequest request;

    UploadForm(BoundedRequest request) {
        this.request = request;
    }

    /** What it holds at most while it is read: itself, and the file that is taken from it. */
    public long heldBytes() {
        long announced = request.getContentLengthLong();
        return 2 * (announced < 0 ? MOST_BYTES : announced);
    }

    /** @throws ApiProblem 400, 408 or 413 */
    public byte[] file(String name) throws IOException {
        byte[] delimiter = delimiter(request.getContentType());
        byte[] body = request.read(MOST_BYTES, _ -> true);
        return new Parts(body, delimiter).named(name);
    }

    private static byte[] delimiter(String contentType) {
        String boundary = MediaType.parseMediaType(contentType).getParameter("boundary");
        String plain = boundary == null ? "" : boundary.replaceAll("^\"(.*)\"$", "$1");
        if (plain.isEmpty() || plain.length() > 70) {
            throw broken("whose Content-Type names a boundary of at most 70 characters");
        }
        return ("\r\n--" + plain).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static ApiProblem broken(String rule) {
        return ApiProblem.invalid("body", "must be a form " + rule);
    }

    /** The parts of a form that is all there. */
    private record Parts(byte[] body, byte[] delimiter) {
        byte[] named(String name) {
            byte[] found = null;
            int from = first();
            for (int parts = 0; !isEnd(from); parts++) {
                if (parts == MOST_PARTS) {
                    throw broken("of at most " + MOST_PARTS + " parts");
                }
                int head = find(LINE, from, from + 2);
                int content = find(HEAD_END, from, from + MOST_HEAD);
                int end = content < 0 ? -1 : find(delimiter, content + HEAD_END.length, body.length);
                if (head != from || end < 0) {
                    throw broken("whose parts are all complete");
                }
                content += HEAD_END.length;
                if (name.equals(nameOf(from + LINE.length, content))) {
                    if (found != null) {
                        throw broken("with one part " + name);
                    }
                    found = Arrays.copyOfRange(body, content, end);
                }
                from = end + delimiter.length;
            }
            if (found == null) {
                throw ApiProblem.invalid(name, "is missing");
            }
            if (found.length > MOST_FILE_BYTES) {
                throw ApiProblem.tooLarge(String.format(
                        Locale.ROOT, "A file may have at most %,d bytes: %,d.", MOST_FILE_BYTES, found.length));
            }
            return found;
        }

        /** The delimiter of the first part has no line before it. */
        private int first() {
            int length = delimiter.length - LINE.length;
            if (body.length < length || !Arrays.equals(body, 0, length, delimiter, LINE.length, delimiter.length)) {
                throw broken("that begins with its boundary");
            }
            return length;
        }

        private boolean isEnd(int at) {
            return at + 2 <= body.length && body[at] == '-' && body[at + 1] == '-';
        }

        private int find(byte[] what, int from, int to) {
            int last = Math.min(to + what.length, body.length) - what.length;
            for (int at = from; at <= last; at++) {
                if (body[at] == what[0] && Arrays.equals(body, at, at + what.length, what, 0, what.length)) {
                    return at;
                }
            }
            return -1;
        }

        private String nameOf(int from, int to) {
            String head = new String(body, from, to - from, StandardCharsets.UTF_8);
            List<String> dispositions = head.lines()
                    .filter(line -> line.regionMatches(true, 0, "Content-Disposition:", 0, 20))
                    .map(line -> line.substring(20).strip())
                    .toList();
            try {
                return dispositions.size() == 1
                        ? ContentDisposition.parse(dispositions.getFirst()).getName()
                        : null;
            } catch (IllegalArgumentException e) {
                throw broken("whose parts have names");
            }
        }
    }
}
