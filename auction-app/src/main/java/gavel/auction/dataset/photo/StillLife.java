package gavel.auction.dataset.photo;

import gavel.auction.dataset.photo.Outlines.Part;
import gavel.auction.dataset.photo.Outlines.Placing;
import gavel.auction.dataset.plan.Draws;
import gavel.auction.dataset.plan.Look;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.LinearGradientPaint;
import java.awt.MultipleGradientPaint;
import java.awt.Paint;
import java.awt.RadialGradientPaint;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.TexturePaint;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.random.RandomGenerator;

/** A thing on a table, on a wall or on a cloth, lit from the upper left; drawn in a few milliseconds. Equal looks of a seed are equal. */
final class StillLife {
    private static final Color NONE = new Color(0, true);
    private static final float TABLE = 0.78f;

    private final Outlines thing;
    private final Palette palette;
    private final RandomGenerator random;
    private Graphics2D graphics;
    private int width;
    private int height;

    StillLife(long seed, Look look) {
        random = Draws.SCENE.of(seed, look.number());
        thing = Outlines.of(look.noun());
        palette = Palette.of(look.material(), look.number(), random);
    }

    /** @param longSide pixels of the width; the height has three quarters of it. To be called once. */
    BufferedImage draw(int longSide) {
        width = longSide;
        height = longSide * 3 / 4;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        ground(image);
        AffineTransform place = place();
        shadow(place);
        for (Part part : thing.parts()) {
            paint(part, place);
        }
        graphics.dispose();
        return image;
    }

    private void ground(BufferedImage image) {
        int edge = thing.placing() == Placing.STAND ? Math.round(TABLE * height) : height;
        graphics.setColor(thing.placing() == Placing.LIE ? palette.cloth() : palette.wall());
        graphics.fillRect(0, 0, width, edge);
        graphics.setColor(palette.table());
        graphics.fillRect(0, edge, width, height - edge);
        Textures.shine(image, edge);
    }

    /** Where the box of 100 by 100 is in the picture. */
    private AffineTransform place() {
        float side = height * (thing.placing() == Placing.STAND ? 0.8f : 0.82f) * random.nextFloat(0.92f, 1.04f);
        float left = (width - side) / 2 + width * random.nextFloat(-0.09f, 0.09f);
        float foot = thing.placing() == Placing.STAND ? 0.9f * height : (height + side) / 2;
        AffineTransform place = new AffineTransform(side / 100, 0, 0, side / 100, left, foot - side);
        if (thing.placing() == Placing.LIE) {
            place.rotate(random.nextFloat(-0.35f, 0.35f), 50, 50);
        }
        return place;
    }

    private void shadow(AffineTransform place) {
        float side = (float) place.getScaleX() * 100;
        if (thing.placing() == Placing.STAND) {
            float x = (float) place.getTranslateX() + 0.58f * side;
            float y = 0.9f * height;
            AffineTransform flat = new AffineTransform(1, 0, 0, 0.16, 0, y * 0.84);
            fill(
                    flat.createTransformedShape(
                            new Ellipse2D.Float(x - 0.62f * side, y - 0.62f * side, 1.24f * side, 1.24f * side)),
                    dim(x, y, 0.62f * side, flat, 150));
            return;
        }
        AffineTransform aside = AffineTransform.getTranslateInstance(side * 0.025, side * 0.035);
        aside.concatenate(place);
        Path2D all = new Path2D.Double();
        thing.parts().forEach(part -> all.append(part.shape(), false));
        all.setWindingRule(Path2D.WIND_NON_ZERO);
        Shape cast = aside.createTransformedShape(all);
        fill(cast, new Color(0, 0, 0, 80));
        fill(
                AffineTransform.getTranslateInstance(side * -0.012, side * -0.016)
                        .createTransformedShape(cast),
                new Color(0, 0, 0, 60));
    }

    private void paint(Part part, AffineTransform place) {
        Shape shape = place.createTransformedShape(part.shape());
        Rectangle2D box = shape.getBounds2D();
        switch (part.role()) {
            case BODY -> solid(shape, box, palette.body(), palette.grained());
            case DEEP -> solid(shape, box, palette.deep(), palette.grained());
            case TRIM -> solid(shape, box, palette.trim(), false);
            case SOFT -> solid(shape, box, palette.soft(), false);
            case GEM -> solid(shape, box, palette.gem(), false);
            case FACE -> solid(shape, box, Palette.FACE, false);
            case INK -> fill(shape, Palette.INK);
            case GLASS -> solid(shape, box, Palette.hsb(0.56f, 0.28f, 0.62f), false);
            case SCENE -> within(shape, () -> landscape(box));
            case WEAVE -> within(shape, () -> pattern(box));
        }
    }

    /** Light from the upper left, a shine, the texture, and a darker edge. */
    private void solid(Shape shape, Rectangle2D box, Color colour, boolean grained) {
        fill(
                shape,
                new LinearGradientPaint(
                        (float) box.getMinX(),
                        (float) box.getMinY(),
                        (float) box.getMaxX() + 1,
                        (float) (box.getMinY() + box.getHeight() * 0.6) + 1,
                        new float[] {0, 0.28f, 0.6f, 1},
                        new Color[] {
                            Palette.shaded(colour, 0.95f),
                            Palette.shaded(colour, 1.28f),
                            colour,
                            Palette.shaded(colour, 0.6f)
                        }));
        if (grained) {
            fill(shape, new TexturePaint(Textures.WOOD, new Rectangle2D.Double(box.getX(), box.getY(), width, width)));
        }
        graphics.setColor(new Color(0, 0, 0, 70));
        graphics.setStroke(new BasicStroke(Math.max(0.6f, width / 500f)));
        graphics.draw(shape);
    }

    /** Sky, a sun, and hills one before the other. */
    private void landscape(Rectangle2D box) {
        float left = (float) box.getMinX();
        float top = (float) box.getMinY();
        float wide = (float) box.getWidth();
        float high = (float) box.getHeight();
        float hue = random.nextFloat();
        fill(
                box,
                new GradientPaint(
                        0,
                        top,
                        Palette.hsb(0.55f + 0.1f * hue, 0.35f, 0.85f),
                        0,
                        top + high,
                        Palette.hsb(0.1f * hue, 0.35f, 0.95f)));
        float sun = wide * random.nextFloat(0.1f, 0.2f);
        fill(
                new Ellipse2D.Float(
                        left + wide * random.nextFloat(0.1f, 0.7f),
                        top + high * random.nextFloat(0.05f, 0.3f),
                        sun,
                        sun),
                new Color(0xfff1c4));
        for (int hill = 0; hill < 3; hill++) {
            float base = top + high * (0.45f + 0.18f * hill);
            Path2D ridge = new Path2D.Float();
            ridge.moveTo(left, top + high + 1);
            ridge.lineTo(left, base + high * random.nextFloat(-0.1f, 0.1f));
            ridge.curveTo(
                    left + wide * 0.3f,
                    base - high * random.nextFloat(0, 0.3f),
                    left + wide * 0.6f,
                    base + high * random.nextFloat(0, 0.2f),
                    left + wide,
                    base - high * random.nextFloat(-0.1f, 0.2f));
            ridge.lineTo(left + wide, top + high + 1);
            fill(ridge, Palette.hsb(0.2f + 0.3f * hue + 0.04f * hill, 0.45f, 0.6f - 0.14f * hill));
        }
    }

    /** Bands of diamonds, as they are woven. */
    private void pattern(Rectangle2D box) {
        Color[] threads = {
            palette.body(),
            palette.gem(),
            Palette.FACE,
            palette.soft(),
            palette.deep(),
            Palette.hsb(random.nextFloat(), 0.6f, 0.5f)
        };
        int across = random.nextInt(6, 14);
        double step = box.getWidth() / across;
        for (int row = 0; row * step < box.getHeight(); row++) {
            Color ground = threads[row % 3];
            fill(new Rectangle2D.Double(box.getX(), box.getY() + row * step, box.getWidth(), step + 1), ground);
            for (int column = 0; column < across; column++) {
                double x = box.getX() + (column + 0.5) * step;
                double y = box.getY() + (row + 0.5) * step;
                Path2D diamond = new Path2D.Double();
                diamond.moveTo(x, y - step * 0.45);
                diamond.lineTo(x + step * 0.4, y);
                diamond.lineTo(x, y + step * 0.45);
                diamond.lineTo(x - step * 0.4, y);
                diamond.closePath();
                fill(diamond, threads[3 + (row + column) % 3]);
            }
        }
    }

    private void within(Shape shape, Runnable drawing) {
        Shape before = graphics.getClip();
        graphics.clip(shape);
        drawing.run();
        graphics.setClip(before);
        graphics.setColor(new Color(0, 0, 0, 70));
        graphics.draw(shape);
    }

    private static Paint dim(float x, float y, float radius, AffineTransform flat, int strength) {
        return new RadialGradientPaint(
                new Point2D.Float(x, y),
                radius,
                new Point2D.Float(x, y),
                new float[] {0.2f, 1},
                new Color[] {new Color(0, 0, 0, strength), NONE},
                MultipleGradientPaint.CycleMethod.NO_CYCLE,
                MultipleGradientPaint.ColorSpaceType.SRGB,
                flat);
    }

    private void fill(Shape shape, Paint paint) {
        graphics.setPaint(paint);
        graphics.fill(shape);
    }
}
