package gavel.auction.dataset.photo;

import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import gavel.auction.dataset.plan.Draws;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Makes the photos of a data set. Opening it draws and encodes some scenes in several takes; a photo is then a choice of tiles and a
 * tone, and costs little more than copying its bytes. Equal seeds and numbers give equal files, different numbers different ones.
 * May be shared by threads.
 */
public final class PhotoStudio {
    private static final int SCENES = 48;
    private static final int PHOTO_SCENES = 16;

    private final long seed;
    private final List<Negatives> scenes;

    /** One scene in every size. */
    private record Negatives(Negative thumbnail, Negative preview, Negative full) {
        /** The drawing is half as large as the largest size: beyond that only the grain counts. */
        static Negatives expose(long seed, int scene, Format full) {
            BufferedImage drawing = new Scene(seed, scene).draw(full.longSide() / 2);
            return new Negatives(
                    Negative.expose(drawing, Format.THUMBNAIL),
                    Negative.expose(drawing, Format.PREVIEW),
                    Negative.expose(drawing, full));
        }
    }

    private PhotoStudio(long seed, int scenes, Format full) {
        this.seed = seed;
        this.scenes = IntStream.range(0, scenes)
                .parallel()
                .mapToObj(scene -> Negatives.expose(seed, scene, full))
                .toList();
    }

    /** Uses all cores for some seconds. */
    public static PhotoStudio open(long seed, ImageProfile profile) {
        return switch (profile) {
            case SMALL -> new PhotoStudio(seed, SCENES, Format.SMALL);
            case PHOTO -> new PhotoStudio(seed, PHOTO_SCENES, Format.PHOTO);
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

    /** @param number of the photo, not negative */
    public Photo photo(long number, boolean withFull) {
        RandomGenerator random = Draws.PICTURE.of(seed, number);
        Negatives scene = scenes.get(random.nextInt(scenes.size()));
        Tone tone = Tone.draw(random);
        return new Photo(
                scene.thumbnail.print(number, tone, random),
                scene.preview.print(number, tone, random),
                withFull ? scene.full.print(number, tone, random) : null,
                scene.full.width(),
                scene.full.height());
    }
}
