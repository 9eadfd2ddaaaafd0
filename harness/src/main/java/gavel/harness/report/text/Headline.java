package gavel.harness.report.text;

import java.util.List;

/**
 * How it ended, in large letters.
 *
 * @param tone pass, fail, invalid, or info for what is no verdict
 * @param sentence what was measured and whether it counts; may be empty
 * @param headline the one sentence that matters
 * @param notes further reasons and remarks
 */
public record Headline(
        String stamp, String tone, String sentence, String headline, List<Tile> tiles, List<String> notes) {
    public Headline {
        tiles = List.copyOf(tiles);
        notes = List.copyOf(notes);
    }

    /** A figure that is worth large letters. */
    public record Tile(String name, String value, String detail) {}
}
