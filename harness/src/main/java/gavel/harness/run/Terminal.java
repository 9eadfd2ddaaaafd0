package gavel.harness.run;

import gavel.harness.report.text.Colours;
import gavel.harness.report.text.Words;
import gavel.harness.report.text.Wrapping;
import java.util.List;

/**
 * What is known of the place where lines are written.
 *
 * @param columns of a person's terminal; 0 where there is none
 * @param wrap columns after which a line goes on below; 0 for never
 * @param colour whether verdicts and limits are coloured
 * @param loudness how much is told
 */
public record Terminal(int columns, int wrap, boolean colour, Loudness loudness) {
    private static final int NARROWEST = 40;

    /** How much is told. */
    public enum Loudness {
        /** The outcome only. */
        QUIET,
        USUAL,
        /** Also where settings come from, and every process that is started. */
        VERBOSE
    }

    public Terminal {
        columns = bounded(columns);
        wrap = bounded(wrap);
    }

    /** Where a line stays a line. */
    public static final Terminal NONE = new Terminal(0, 0, false, Loudness.USUAL);

    /** @param columns of a person's terminal; 0 where there is none, and a line stays a line for the next program */
    public static Terminal of(int columns, boolean colour, Loudness loudness) {
        return new Terminal(columns, columns, colour, loudness);
    }

    /** @param wished columns of lines where there is no terminal, such as the variable COLUMNS says; no number or 0 for whole lines */
    public Terminal piped(String wished) {
        return columns > 0 || !wished.matches("\\d{1,4}")
                ? this
                : new Terminal(columns, Integer.parseInt(wished), colour, loudness);
    }

    private static int bounded(int columns) {
        return columns <= 0 ? 0 : Math.max(NARROWEST, columns);
    }

    /** Whether something is shown that is told at this loudness and above it. */
    public boolean shows(Loudness least) {
        return loudness.compareTo(least) >= 0;
    }

    /** One line as it is written: between words, on as many lines as it needs, and coloured. */
    public List<String> lines(String text) {
        List<String> lines = Wrapping.lines(Words.plain(text), wrap);
        return colour ? lines.stream().map(Colours::of).toList() : lines;
    }

    /** A line that is written over: cut, as one column stays free; a full line could not be written over. */
    String status(String text) {
        String plain = Words.plain(text);
        String cut = columns == 0 || plain.length() < columns ? plain : plain.substring(0, columns - 1);
        return colour ? Colours.of(cut) : cut;
    }
}
