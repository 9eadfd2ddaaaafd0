package gavel.auction.dataset.photo;

import gavel.auction.dataset.plan.Draws;
import java.awt.image.BufferedImage;
import java.util.random.RandomGenerator;

/** A still life: one or two turned objects on a wooden table before a papered wall, lit from one side; about 0.15 µs a pixel to draw. */
final class Scene {
    private final boolean portrait;
    private final Noise noise;
    private final Colour wall;
    private final Colour stripe;
    private final Colour wood;
    private final float light;
    private final float tableEdge;
    private final float stripes;
    private final Turned[] objects;

    Scene(long seed, int number) {
        RandomGenerator random = Draws.SCENE.of(seed, number);
        portrait = random.nextInt(3) == 0;
        noise = new Noise(random);
        wall = Colour.draw(random, 0.35f);
        stripe = Colour.draw(random, 0.45f);
        wood = new Colour(random.nextFloat(90, 190), random.nextFloat(60, 120), random.nextFloat(30, 80));
        light = random.nextBoolean() ? 0.75f : -0.75f;
        tableEdge = random.nextFloat(0.58f, 0.74f);
        stripes = random.nextFloat(4, 26);
        objects = new Turned[portrait ? 1 : random.nextInt(1, 3)];
        float breadth = portrait ? 0.75f : 4 / 3f;
        for (int i = 0; i < objects.length; i++) {
            float axis = breadth * (i + 1) / (objects.length + 1) + random.nextFloat(-0.08f, 0.08f);
            objects[i] = new Turned(axis, tableEdge + random.nextFloat(0.06f, 0.2f), random);
        }
    }

    /** Draws the scene, with sides as 4 to 3. */
    BufferedImage draw(int longSide) {
        int shortSide = longSide * 3 / 4;
        int width = portrait ? shortSide : longSide;
        int height = portrait ? longSide : shortSide;
        int[] pixels = new int[width * height];
        for (int row = 0; row < height; row++) {
            float y = (row + 0.5f) / height;
            for (int column = 0; column < width; column++) {
                pixels[row * width + column] = at((column + 0.5f) / height, y).rgb();
            }
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        return image;
    }

    private Colour at(float x, float y) {
        for (int i = objects.length - 1; i >= 0; i--) {
            Colour colour = objects[i].at(x, y, light, noise);
            if (colour != null) {
                return colour;
            }
        }
        float side = light > 0 ? x / 1.4f : 1 - x / 1.4f;
        return (y > tableEdge ? table(x, y) : wallpaper(x, y)).times(0.55f + 0.5f * side);
    }

    private Colour wallpaper(float x, float y) {
        float plaster = noise.octaves(x * 5, y * 5, 5);
        boolean striped = noise.at(x * stripes, 3) > 0.5f;
        return (striped ? stripe : wall).times(0.6f + 0.6f * plaster);
    }

    private Colour table(float x, float y) {
        float depth = 0.25f + y - tableEdge;
        float grain = noise.octaves((x - 0.7f) / depth * 2 + 11, (1 / depth) * 14, 5);
        float shade = 0.55f + 0.9f * grain;
        for (Turned object : objects) {
            float dx = (x - object.axis() + light * 0.12f) / (object.widest() * 1.6f);
            float dy = (y - object.foot()) / 0.06f;
            float near = 1 - (dx * dx + dy * dy);
            shade *= near > 0 ? 1 - 0.6f * near : 1;
        }
        return wood.times(shade);
    }
}
