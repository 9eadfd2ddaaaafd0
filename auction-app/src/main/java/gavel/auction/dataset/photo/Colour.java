package gavel.auction.dataset.photo;

import java.awt.Color;
import java.util.random.RandomGenerator;

/** Red, green and blue, 0..255 where it can be shown. */
record Colour(float red, float green, float blue) {

    static Colour draw(RandomGenerator random, float saturation) {
        int rgb = Color.HSBtoRGB(
                random.nextFloat(), saturation * random.nextFloat(0.3f, 1), random.nextFloat(0.45f, 0.95f));
        return new Colour(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
    }

    Colour times(float factor) {
        return new Colour(red * factor, green * factor, blue * factor);
    }

    Colour plus(float light) {
        return new Colour(red + light, green + light, blue + light);
    }

    int rgb() {
        return byteOf(red) << 16 | byteOf(green) << 8 | byteOf(blue);
    }

    private static int byteOf(float value) {
        return Math.clamp((long) value, 0, 255);
    }
}
