package gavel.auction.input;

import java.util.regex.Pattern;

/**
 * Which characters a text from outside may have, as regular expressions that Java, JavaScript, Python and Rust read alike. What is checked
 * here is word for word what the OpenAPI document says.
 *
 * <p>Refused are characters that show nothing or turn the direction of others: controls, zero-width spaces, fillers, bidirectional controls,
 * and what is no character at all. Joiners and variation selectors are parts of many scripts and of emoji; they may stand behind
 * something that is seen.
 */
public final class Characters {
    private static final String CONTROLS = "\\u0000-\\u001f";
    private static final String CONTROLS_BUT_LINES = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f";
    private static final String UNSEEN =
            "\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f"
                    + "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufdd0-\\ufdef\\ufeff\\uffa0\\ufff0-\\uffff";
    private static final String BLANK = "\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000";
    private static final String JOINING = "\\u0300-\\u036f\\u200c\\u200d\\ufe00-\\ufe0f" + range(0xe0100, 0xe01ef);

    /** One line that shows something: a blank, then what is seen, then anything. No character fits two of these, so the time is linear. */
    private static final String LINE =
            "^[" + BLANK + "]*[^" + CONTROLS + UNSEEN + BLANK + JOINING + "][^" + CONTROLS + UNSEEN + "]*$";

    /** One line, or nothing. */
    private static final String LINE_OR_NOTHING = "^[^" + CONTROLS + UNSEEN + "]*$";

    /** Many lines, or nothing. */
    private static final String LINES_OR_NOTHING = "^[^" + CONTROLS_BUT_LINES + UNSEEN + "]*$";

    private static final int FIRST_TAG = 0xe0000;
    private static final int LAST_TAG = 0xe007f;
    private static final Pattern IN_A_REQUEST = Pattern.compile(LINE_OR_NOTHING);

    private Characters() {}

    private static String range(int first, int last) {
        return Character.toString(first) + "-" + Character.toString(last);
    }

    /** What a text may have, as a regular expression of the whole. */
    public static String pattern(PlainText rule) {
        if (rule.lines()) {
            return LINES_OR_NOTHING;
        }
        return rule.min() == 0 ? LINE_OR_NOTHING : LINE;
    }

    /** Whether a path or a parameter may have this text. */
    static boolean mayBeAsked(String text) {
        return isWellFormed(text) && IN_A_REQUEST.matcher(text).matches();
    }

    /**
     * No half of a surrogate pair without the other, and no NUL: neither can be stored or sent on. Nor characters of tags, which hide words
     * in a text; not every language can write these in a regular expression.
     */
    static boolean isWellFormed(String text) {
        int i = 0;
        while (i < text.length()) {
            int code = text.codePointAt(i);
            boolean half = Character.MIN_SURROGATE <= code && code <= Character.MAX_SURROGATE;
            boolean tag = FIRST_TAG <= code && code <= LAST_TAG;
            if (code == 0 || half || tag) {
                return false;
            }
            i += Character.charCount(code);
        }
        return true;
    }
}
