package gavel.auction.dataset.photo;

import java.awt.BasicStroke;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * The outline of a thing, from the file {@code objects.txt}.
 *
 * @param parts from the back to the front
 */
record Outlines(Placing placing, List<Part> parts) {
    private static final Map<String, Outlines> ALL = read();

    enum Placing {
        /** On a table, before a wall. */
        STAND,
        /** On a wall. */
        HANG,
        /** On a cloth, seen from above. */
        LIE
    }

    /** What a part is made of. */
    enum Role {
        BODY,
        DEEP,
        TRIM,
        SOFT,
        FACE,
        INK,
        GLASS,
        GEM,
        SCENE,
        WEAVE
    }

    /** @param shape within 0..100 to both sides */
    record Part(Role role, Shape shape) {}

    /** @throws IllegalArgumentException for an unknown thing */
    static Outlines of(String noun) {
        Outlines found = ALL.get(noun);
        if (found == null) {
            throw new IllegalArgumentException("there is no outline of this: " + noun);
        }
        return found;
    }

    private static Map<String, Outlines> read() {
        Map<String, Outlines> all = new HashMap<>();
        List<Part> parts = null;
        try (InputStream file = Outlines.class.getResourceAsStream("objects.txt")) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                String[] words = line.split(" ", 3);
                if (line.startsWith("#")) {
                    continue;
                }
                if (words.length == 2) {
                    parts = new ArrayList<>();
                    all.put(words[0], new Outlines(Placing.valueOf(words[1].toUpperCase(Locale.ROOT)), parts));
                } else {
                    parts.add(new Part(
                            Role.valueOf(words[0].toUpperCase(Locale.ROOT)), shape(words[1].charAt(0), words[2])));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(all);
    }

    private static Shape shape(char kind, String text) {
        if (kind == 'p') {
            return path(text);
        }
        if (kind == 's') {
            String[] parts = text.split(" ", 2);
            BasicStroke stroke =
                    new BasicStroke(Float.parseFloat(parts[0]), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
            return stroke.createStrokedShape(path(parts[1]));
        }
        double[] n = numbers(text);
        return kind == 'e'
                ? new Ellipse2D.Double(n[0] - n[2], n[1] - n[3], 2 * n[2], 2 * n[3])
                : new RoundRectangle2D.Double(n[0], n[1], n[2], n[3], 2 * n[4], 2 * n[4]);
    }

    private static Path2D path(String text) {
        Path2D path = new Path2D.Double();
        Matcher steps = Pattern.compile("([MLQZ])([^MLQZ]*)").matcher(text);
        while (steps.find()) {
            double[] n = numbers(steps.group(2));
            switch (steps.group(1).charAt(0)) {
                case 'M' -> path.moveTo(n[0], n[1]);
                case 'L' -> path.lineTo(n[0], n[1]);
                case 'Q' -> {
                    for (int i = 0; i < n.length; i += 4) {
                        path.quadTo(n[i], n[i + 1], n[i + 2], n[i + 3]);
                    }
                }
                default -> path.closePath();
            }
        }
        return path;
    }

    private static double[] numbers(String text) {
        try (Scanner scanner = new Scanner(text).useLocale(Locale.ROOT)) {
            DoubleStream.Builder numbers = DoubleStream.builder();
            while (scanner.hasNextDouble()) {
                numbers.add(scanner.nextDouble());
            }
            return numbers.build().toArray();
        }
    }
}
