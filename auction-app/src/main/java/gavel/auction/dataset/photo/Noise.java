package gavel.auction.dataset.photo;

import java.util.random.RandomGenerator;

/** Smooth value noise on a torus, 0..1, and sums of its octaves; about 8 ns an octave. */
final class Noise {
    private static final int SIDE = 128;

    private final float[] lattice = new float[SIDE * SIDE];

    Noise(RandomGenerator random) {
        for (int i = 0; i < lattice.length; i++) {
            lattice[i] = random.nextFloat();
        }
    }

    float at(float x, float y) {
        int column = (int) Math.floor(x);
        int row = (int) Math.floor(y);
        float fx = smooth(x - column);
        float fy = smooth(y - row);
        float top = mix(lattice(column, row), lattice(column + 1, row), fx);
        float bottom = mix(lattice(column, row + 1), lattice(column + 1, row + 1), fx);
        return mix(top, bottom, fy);
    }

    float octaves(float x, float y, int count) {
        float sum = 0;
        float weight = 0.5f;
        float scale = 1;
        for (int octave = 0; octave < count; octave++) {
            sum += weight * at(x * scale + 17 * octave, y * scale + 29 * octave);
            weight /= 2;
            scale *= 2;
        }
        return sum / (1 - 2 * weight);
    }

    private float lattice(int column, int row) {
        return lattice[(row & (SIDE - 1)) * SIDE + (column & (SIDE - 1))];
    }

    private static float smooth(float t) {
        return t * t * (3 - 2 * t);
    }

    static float mix(float a, float b, float share) {
        return a + (b - a) * share;
    }
}
