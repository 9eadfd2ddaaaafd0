package gavel.auction.dataset.photo;

import java.awt.Color;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The colours of one scene, which follow from what the thing is made of; where that says nothing they are drawn. */
record Palette(
        Color body,
        Color deep,
        Color trim,
        Color soft,
        Color gem,
        Color wall,
        Color cloth,
        Color table,
        boolean grained) {
    static final Color FACE = new Color(0xf3eee0);
    static final Color INK = new Color(0x1d1b1a);

    private static final Map<String, Integer> MATERIALS = Map.ofEntries(
            Map.entry("oak", 0xb48a55),
            Map.entry("walnut", 0x75502f),
            Map.entry("mahogany", 0x84382a),
            Map.entry("gilded", 0xc49a3c),
            Map.entry("golden", 0xdcb345),
            Map.entry("silver", 0xc2c8cd),
            Map.entry("bronze", 0x8f6b3c),
            Map.entry("marble", 0xdbd7cf),
            Map.entry("porcelain", 0xe8edf2),
            Map.entry("crystal", 0xb9d7e2),
            Map.entry("leather", 0x7f4c2b));

    private static final float GOLDEN_RATIO = 0.618034f;

    /** @param number of the look: neighbours get walls and cloths far from each other */
    static Palette of(String material, int number, RandomGenerator random) {
        float hue = number * GOLDEN_RATIO % 1;
        Color body = MATERIALS.containsKey(material)
                ? shifted(new Color(MATERIALS.get(material)), random)
                : switch (material) {
                    case "ceramic" -> hsb(0.03f + 0.09f * random.nextFloat(), 0.6f, 0.68f);
                    case "lacquered" ->
                        random.nextBoolean() ? new Color(0x2b2624) : hsb(random.nextFloat(), 0.65f, 0.4f);
                    default -> hsb(random.nextFloat(), 0.42f, 0.55f);
                };
        boolean bright = brightness(body) > 0.6;
        // Eight steps of the golden ratio are nearly five whole turns: those differ in light.
        float level = 0.1f * (number / 8 % 3 - 1);
        return new Palette(
                body,
                shaded(body, 0.68f),
                bright ? new Color(0x8a6a33) : new Color(0xd9b25a),
                hsb(hue + 0.5f, 0.42f, 0.42f),
                hsb(hue + 0.28f, 0.6f, 0.58f),
                hsb(hue, 0.06f + 0.16f * random.nextFloat(), (bright ? 0.42f : 0.74f) + level),
                hsb(hue, 0.3f + 0.15f * random.nextFloat(), (bright ? 0.36f : 0.48f) + level * 0.7f),
                bright ? hsb(0.07f, 0.5f, 0.34f) : hsb(0.09f, 0.34f, 0.62f),
                material.equals("oak") || material.equals("walnut") || material.equals("mahogany"));
    }

    static Color shaded(Color colour, float factor) {
        return new Color(
                Math.clamp(Math.round(colour.getRed() * factor), 0, 255),
                Math.clamp(Math.round(colour.getGreen() * factor), 0, 255),
                Math.clamp(Math.round(colour.getBlue() * factor), 0, 255));
    }

    static Color hsb(float hue, float saturation, float brightness) {
        return new Color(Color.HSBtoRGB(hue, saturation, brightness));
    }

    private static Color shifted(Color colour, RandomGenerator random) {
        return shaded(colour, random.nextFloat(0.9f, 1.1f));
    }

    private static double brightness(Color colour) {
        return (0.3 * colour.getRed() + 0.6 * colour.getGreen() + 0.1 * colour.getBlue()) / 255;
    }
}
