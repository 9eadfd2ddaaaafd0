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
    private final List<Tiles> takes;
    /** Tiles that differ in every take: they can carry the number of a print. */
    private final int[] telling;

    private Negative(List<Tiles> takes) {
        this.takes = takes;
        this.telling = IntStream.range(0, takes.getFirst().pieces().size())
                .filter(tile -> takes.stream()
                                .map(take -> ByteBuffer.wrap(take.pieces().get(tile)))
                                .distinct()
                                .count()
                        == takes.size())
                .toArray();
    }

    /** @param drawing of the scene, of any size */
    static Negative expose(BufferedImage drawing, Format format) {
        BufferedImage scaled = Film.scaled(drawing, format.longSide());
        BufferedImage first = Film.grained(scaled, 0);
        Format.Fitting fitting = format.fit(quality -> Tiles.encode(first, quality));
        List<Tiles> takes = new ArrayList<>(format.takes());
        takes.add(fitting.tiles());
        for (int take = 1; take < format.takes(); take++) {
            takes.add(Tiles.encode(Film.grained(scaled, take), fitting.quality()));
        }
        return new Negative(takes);
    }

    /** No two numbers give the same print: the number is written in the choice of tiles. */
    byte[] print(long number, Finish finish, RandomGenerator random) {
        int[] choice = takes.size() == 1 ? new int[takes.getFirst().pieces().size()] : choose(number, random);
        byte[] header = finish.applied(takes.getFirst().header(), takes.size() == 1 ? number : -1);
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
                random.ints(takes.getFirst().pieces().size(), 0, takes.size()).toArray();
        long rest = number;
        for (int i = 0; i < telling.length; i++) {
            if (rest > 0 || i < 20) {
                choice[telling[i]] = (int) (rest % takes.size());
                rest /= takes.size();
            }
        }
        if (rest > 0) {
            throw new IllegalArgumentException("number is too large for " + telling.length + " tiles: " + number);
        }
        return choice;
    }
}
