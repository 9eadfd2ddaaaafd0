package gavel.auction.dataset.photo;

import gavel.auction.dataset.plan.Draws;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Light and dark on what is of one colour: made once for each size, then laid over every scene at about a nanosecond a pixel. */
final class Textures {
    private static final int ONE = 256;
    private static final int SIDE = 256;
    private static final Noise NOISE = new Noise(Draws.SCENE.of(1, SIDE));
    private static final Map<Ground, short[]> LIGHTS = new ConcurrentHashMap<>();

    /** Dark and light lines along a board. */
    static final BufferedImage WOOD = wood();

    private Textures() {}

    /** Plaster of a wall or nap of a cloth, darker to the lower right and in the corners; below the table's edge boards. */
    private record Ground(int width, int height, int edge) {
        private short[] light() {
            short[] light = new short[width * height];
            for (int row = 0; row < height; row++) {
                for (int column = 0; column < width; column++) {
                    float x = (float) column / width;
                    float y = (float) row / height;
                    float grain = row < edge ? NOISE.octaves(x * 6, y * 5, 5) : NOISE.octaves(x * 3 + 7, y * 60, 4);
                    float corner = (x - 0.45f) * (x - 0.45f) + (y - 0.45f) * (y - 0.45f);
                    float depth = row < edge ? 1.18f - 0.28f * (x + y) / 2 : 0.75f + 0.9f * (row - edge) / height;
                    light[row * width + column] =
                            (short) (ONE * depth * (0.8f + 0.4f * grain) * (1 - 0.9f * corner * corner * 2));
                }
            }
            return light;
        }
    }

    /** Lays light on every pixel. @param edge the first row of the table; the height where there is none */
    static void shine(BufferedImage image, int edge) {
        short[] light = LIGHTS.computeIfAbsent(new Ground(image.getWidth(), image.getHeight(), edge), Ground::light);
        int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < pixels.length; i++) {
            int colour = pixels[i];
            int factor = light[i];
            pixels[i] = Math.min(255, (colour >> 16 & 0xff) * factor / ONE) << 16
                    | Math.min(255, (colour >> 8 & 0xff) * factor / ONE) << 8
                    | Math.min(255, (colour & 0xff) * factor / ONE);
        }
    }

    private static BufferedImage wood() {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_ARGB);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                float light = 2 * NOISE.octaves(x * 3f / SIDE, y * 36f / SIDE, 4) - 1;
                int alpha = Math.clamp(Math.round(Math.abs(light) * 120), 0, 255);
                image.setRGB(x, y, alpha << 24 | (light > 0 ? 0xffffff : 0));
            }
        }
        return image;
    }
}
