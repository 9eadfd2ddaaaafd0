package gavel.auction.dataset.photo;

import java.util.random.RandomGenerator;

/**
 * A turned object, such as a vase or a candlestick: a profile rotated about an upright axis, with a coloured pattern, lit from one side.
 * Lengths are shares of the picture's height.
 */
final class Turned {
    private final float axis;
    private final float foot;
    private final float height;
    private final float[] waves = new float[6];
    private final float width;
    private final Colour body;
    private final Colour ornament;
    private final float bands;
    private final float flutes;
    private final float gloss;

    Turned(float axis, float foot, RandomGenerator random) {
        this.axis = axis;
        this.foot = foot;
        this.height = random.nextFloat(0.4f, 0.72f);
        this.width = random.nextFloat(0.1f, 0.22f);
        for (int i = 0; i < waves.length; i++) {
            waves[i] = random.nextFloat(-1, 1) / (i + 2);
        }
        this.body = Colour.draw(random, 0.5f);
        this.ornament = Colour.draw(random, 0.8f);
        this.bands = random.nextInt(3, 12);
        this.flutes = random.nextInt(0, 14);
        this.gloss = random.nextFloat();
    }

    float axis() {
        return axis;
    }

    float foot() {
        return foot;
    }

    float widest() {
        return width * 1.3f;
    }

    /** The colour at a point, or null beside the object. */
    Colour at(float x, float y, float light, Noise noise) {
        float up = (foot - y) / height;
        if (up < 0 || up > 1) {
            return null;
        }
        float radius = radius(up);
        float across = (x - axis) / radius;
        if (across <= -1 || across >= 1) {
            return null;
        }
        float facing = (float) Math.sqrt(1 - across * across);
        float turn = across * (1 + across * across * 0.17f);
        boolean ornamented = (int) (up * bands) % 2 == 1;
        float relief = flutes == 0 ? 1 : 0.85f + 0.15f * (float) Math.sin(turn * flutes * 2);
        float wear = noise.octaves(turn * 9 + 40, up * 22, 4);
        float diffuse = 0.25f + 0.75f * Math.max(0, across * light + facing * 0.7f) * relief;
        Colour colour = (ornamented && wear > 0.38f ? ornament : body).times(diffuse * (0.7f + 0.6f * wear));
        float mirror = Math.max(0, across * light * 0.8f + facing * 0.62f);
        float glare = mirror * mirror;
        glare *= glare;
        glare *= glare;
        return colour.plus(255 * gloss * glare * glare * 0.8f);
    }

    private float radius(float up) {
        float sum = 1.1f;
        for (int i = 0; i < waves.length; i++) {
            sum += waves[i] * (float) Math.cos(Math.PI * (i + 1) * up);
        }
        return width * Math.clamp(sum, 0.22f, 1.3f) * 0.85f;
    }
}
