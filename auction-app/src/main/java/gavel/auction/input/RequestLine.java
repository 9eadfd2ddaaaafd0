package gavel.auction.input;

import gavel.auction.problem.FieldProblem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Whether the path and the query of a request are plain text, before anything else reads them. Costs one pass where nothing is escaped. */
final class RequestLine {
    private static final int MAX_PARAMETERS = 50;

    private RequestLine() {}

    /** @param path as it was sent */
    static Optional<FieldProblem> faultOfPath(String path) {
        return isPlain(path)
                ? Optional.empty()
                : Optional.of(new FieldProblem("path", "must be text in UTF-8 without control characters"));
    }

    /** @param query as it was sent; null without one */
    static Optional<FieldProblem> faultOfQuery(String query) {
        if (query == null || query.isEmpty()) {
            return Optional.empty();
        }
        Set<String> names = new HashSet<>();
        for (String parameter : query.split("&")) {
            if (parameter.isEmpty()) {
                continue;
            }
            int equals = parameter.indexOf('=');
            String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
            String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
            String fault = fault(name, value, names);
            if (fault != null) {
                boolean named = name != null && !name.isEmpty() && Characters.mayBeAsked(name);
                return Optional.of(new FieldProblem(named ? name : "query", fault));
            }
        }
        return Optional.empty();
    }

    private static String fault(String name, String value, Set<String> names) {
        if (name == null || !Characters.mayBeAsked(name)) {
            return "must have parameter names in UTF-8 without control characters";
        }
        if (name.isEmpty()) {
            return "must have a name for each parameter";
        }
        if (value == null || !Characters.mayBeAsked(value)) {
            return "must be text in UTF-8 without control or invisible characters";
        }
        if (!names.add(name)) {
            return "must be given once";
        }
        return names.size() > MAX_PARAMETERS ? "must be one of at most " + MAX_PARAMETERS + " parameters" : null;
    }

    private static boolean isPlain(String path) {
        if (path.indexOf('%') < 0 && path.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            return true;
        }
        String decoded = decoded(path);
        return decoded != null && Characters.mayBeAsked(decoded);
    }

    /** Null when the escapes are broken or are no UTF-8. */
    private static String decoded(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0 && text.chars().allMatch(c -> c < 0x7f)) {
            return text;
        }
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0x7e) {
                return null;
            }
            if (c != '%') {
                bytes.put((byte) (c == '+' ? ' ' : c));
                continue;
            }
            int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
