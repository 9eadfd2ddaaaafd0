package gavel.auction.dataset.photo;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One scene at one size in several takes, from whose tiles any number of prints are put together. Prints are as many as there are ways
 * to choose the tiles: takes to the power of the tiles.
 */
final class Negative {
    static final int TAKES = 3;

    private final int width;
    private final int height;
    private final List<Tiles> takes;
    /** Tiles that differ in every take: they can carry the number of a print. */
    private final int[] telling;

    private Negative(int width, int height, List<Tiles> takes) {
        this.width = width;
        this.height = height;
        this.takes = takes;
        this.telling = IntStream.range(0, takes.getFirst().pieces().size())
                .filter(tile -> takes.stream()
                                .map(take -> ByteBuffer.wrap(take.pieces().get(tile)))
                                .distinct()
                                .count()
                        == TAKES)
                .toArray();
    }

    /** @param drawing of the scene, of any size */
    static Negative expose(BufferedImage drawing, Format format) {
        BufferedImage scaled = Film.scaled(drawing, format.longSide());
        BufferedImage first = Film.grained(scaled, 0);
        Format.Fitting fitting = format.fit(quality -> Tiles.encode(first, quality));
        List<Tiles> takes = new ArrayList<>(TAKES);
        takes.add(fitting.tiles());
        for (int take = 1; take < TAKES; take++) {
            takes.add(Tiles.encode(Film.grained(scaled, take), fitting.quality()));
        }
        return new Negative(scaled.getWidth(), scaled.getHeight(), takes);
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** No two numbers give the same print: the number is written in the choice of tiles. */
    byte[] print(long number, Tone tone, RandomGenerator random) {
        int[] choice = choose(number, random);
        byte[] header = takes.getFirst().header().clone();
        tone.apply(header);
        ByteArrayOutputStream out = new ByteArrayOutputStream(takes.getFirst().bytes() + 512);
        out.writeBytes(header);
        for (int tile = 0; tile < choice.length; tile++) {
            if (tile > 0) {
                out.write(0xff);
                out.write(0xd0 + (tile - 1) % 8);
            }
            out.writeBytes(takes.get(choice[tile]).pieces().get(tile));
        }
        out.write(0xff);
        out.write(0xd9);
        return out.toByteArray();
    }

    private int[] choose(long number, RandomGenerator random) {
        int[] choice =
                random.ints(takes.getFirst().pieces().size(), 0, TAKES).toArray();
        long rest = number;
        for (int i = 0; i < telling.length; i++) {
            if (rest > 0 || i < 20) {
                choice[telling[i]] = (int) (rest % TAKES);
                rest /= TAKES;
            }
        }
        if (rest > 0) {
            throw new IllegalArgumentException("number is too large for " + telling.length + " tiles: " + number);
        }
        return choice;
    }
}
