package gavel.auction.problem;

/** What a client sent, so that an answer or a log can repeat it: short, in one line, and of characters that can be written. */
final class Shown {
    private static final int MAX_LENGTH = 300;
    private static final char REPLACEMENT = '\ufffd';

    private Shown() {}

    static String of(String text) {
        if (text == null || isPlain(text)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(Math.min(text.length(), MAX_LENGTH));
        text.codePoints().limit(MAX_LENGTH).forEach(code -> {
            int type = Character.getType(code);
            boolean seen = type != Character.CONTROL
                    && type != Character.FORMAT
                    && type != Character.SURROGATE
                    && type != Character.UNASSIGNED;
            shown.appendCodePoint(seen ? code : REPLACEMENT);
        });
        return shown.toString();
    }

    private static boolean isPlain(String text) {
        return text.length() <= MAX_LENGTH && text.chars().allMatch(c -> c >= ' ' && c <= '~');
    }
}
