package gavel.auction.dataset.photo;

import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import gavel.auction.dataset.plan.Draws;
import gavel.auction.dataset.plan.Look;
import java.awt.image.BufferedImage;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Makes the photos of a data set. Each look is drawn and encoded when its first photo is asked for. A photo is then a choice of tiles and a
 * tone, and costs little more than copying its bytes. Equal seeds and numbers give equal files, different numbers different ones. May be
 * shared by threads.
 */
public final class PhotoStudio {
    /** So roomy that hardly two looks share a place, and one need not wait until another is exposed. */
    private static final int ROOM = 4_096;

    private final long seed;
    private final Format full;
    private final boolean oneOfAKind;

    private final Map<Integer, Negatives> smaller = new ConcurrentHashMap<>(ROOM);
    private final Map<Integer, SoftReference<BufferedImage>> drawings = new ConcurrentHashMap<>(ROOM);
    private final Map<Integer, Negative> large = new ConcurrentHashMap<>(ROOM);

    private record Negatives(Negative thumbnail, Negative preview) {}

    private PhotoStudio(long seed, Format full, boolean oneOfAKind) {
        this.seed = seed;
        this.full = full;
        this.oneOfAKind = oneOfAKind;
    }

    /** Large photos take so long to encode that all things of a kind look like the first of them. */
    public static PhotoStudio open(long seed, ImageProfile profile) {
        return switch (profile) {
            case SMALL -> new PhotoStudio(seed, Format.SMALL, false);
            case PHOTO -> new PhotoStudio(seed, Format.PHOTO, true);
        };
    }

    /**
     * @param full null unless asked for
     * @param width of the full size, whether it was made or not
     */
    public record Photo(byte[] thumbnail, byte[] preview, byte[] full, int width, int height) {
        public long bytes() {
            return thumbnail.length + preview.length + (full == null ? 0L : full.length);
        }
    }

    /**
     * @param wanted what it shows
     * @param number of the photo, not negative
     * @param position among the pictures of its item, from 1: others show it from the other side, or without colour
     */
    public Photo photo(Look wanted, long number, int position, boolean withFull) {
        Look look = oneOfAKind ? wanted.firstOfItsKind() : wanted;
        RandomGenerator random = Draws.PICTURE.of(seed, number);
        Finish finish = Finish.draw(position, random);
        Negatives negatives = smaller.computeIfAbsent(look.number(), _ -> {
            BufferedImage drawing = drawing(look);
            return new Negatives(Negative.expose(drawing, Format.THUMBNAIL), Negative.expose(drawing, Format.PREVIEW));
        });
        return new Photo(
                negatives.thumbnail.print(number, finish, random),
                negatives.preview.print(number, finish, random),
                withFull ? large(look).print(number, finish, random) : null,
                full.longSide(),
                full.longSide() * 3 / 4);
    }

    private Negative large(Look look) {
        return large.computeIfAbsent(look.number(), _ -> Negative.expose(drawing(look), full));
    }

    /** Half as large as the largest size: beyond that only the grain counts. Kept as long as there is room, as each size begins with it. */
    private BufferedImage drawing(Look look) {
        SoftReference<BufferedImage> kept = drawings.get(look.number());
        BufferedImage drawing = kept == null ? null : kept.get();
        if (drawing == null) {
            drawing = new StillLife(seed, look).draw(full.longSide() / 2);
            drawings.put(look.number(), new SoftReference<>(drawing));
        }
        return drawing;
    }
}
