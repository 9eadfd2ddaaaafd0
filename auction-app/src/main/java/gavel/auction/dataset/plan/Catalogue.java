package gavel.auction.dataset.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Which things are sold in which category, what they are made of, and when: the files {@code catalogue.txt} and {@code styles.txt}. */
public final class Catalogue {
    /** Of each category; a running auction has as many lots, so that each of its lots looks different. */
    static final int LOOKS = DataSetSize.RUNNING_LOTS;

    static final List<String> CATEGORIES;
    static final List<Style> STYLES;
    private static final List<Thing> THINGS;
    private static final List<Look> ALL;

    /** What is carved is solid. */
    private static final Set<String> CARVED_OF = Set.of("oak", "walnut", "mahogany", "marble", "gilded");

    /** A kind of things. */
    private record Thing(String category, String noun, Years years, List<String> materials) {}

    /** How a thing is, and when such things were made. */
    record Style(String word, Years years) {
        boolean fits(Look look) {
            return !word.equals("carved") || CARVED_OF.contains(look.material());
        }
    }

    /** First and last. */
    record Years(int from, int to) {
        private static Years of(String text) {
            String[] parts = text.split("-");
            return new Years(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }

        Years common(Years other) {
            return new Years(Math.max(from, other.from), Math.min(to, other.to));
        }

        boolean isEmpty() {
            return from >= to;
        }

        int draw(RandomGenerator random) {
            return random.nextInt(from, to);
        }
    }

    static {
        THINGS = lines("catalogue.txt").stream()
                .map(line -> line.split("\\s*\\|\\s*"))
                .map(parts -> new Thing(parts[0], parts[1], Years.of(parts[2]), List.of(parts[3].split(" "))))
                .toList();
        STYLES = lines("styles.txt").stream()
                .map(line -> line.split("\\s+"))
                .map(parts -> new Style(parts[0], Years.of(parts[1])))
                .toList();
        CATEGORIES = THINGS.stream().map(Thing::category).distinct().toList();
        ALL = looks();
    }

    private Catalogue() {}

    private static List<String> lines(String file) {
        try (InputStream text = Catalogue.class.getResourceAsStream(file)) {
            return Arrays.stream(new String(text.readAllBytes(), StandardCharsets.UTF_8).split("\n"))
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each kind of thing of a category in turn, then each again of the next material. */
    private static List<Look> looks() {
        List<Look> looks = new ArrayList<>();
        for (String category : CATEGORIES) {
            List<Thing> things = THINGS.stream()
                    .filter(thing -> thing.category.equals(category))
                    .toList();
            for (int i = 0; i < LOOKS; i++) {
                Thing thing = things.get(i % things.size());
                String material = thing.materials.get(i / things.size() % thing.materials.size());
                looks.add(new Look(looks.size(), category, thing.noun, material));
            }
        }
        return List.copyOf(looks);
    }

    /** Every look there is, by number. */
    public static List<Look> all() {
        return ALL;
    }

    /** @param index from 0; those that differ by less than {@link #LOOKS} look different */
    static Look look(int category, int index) {
        return ALL.get(Math.floorMod(category, CATEGORIES.size()) * LOOKS + Math.floorMod(index, LOOKS));
    }

    private static Years years(Look look) {
        return THINGS.stream()
                .filter(thing -> thing.noun.equals(look.noun()))
                .findFirst()
                .orElseThrow()
                .years;
    }

    /** Styles in which such a thing was made. */
    static List<Style> styles(Look look) {
        Years years = years(look);
        return STYLES.stream()
                .filter(style -> style.fits(look) && !style.years.common(years).isEmpty())
                .toList();
    }

    /** When a thing of this look and style may have been made. */
    static Years years(Look look, Style style) {
        return years(look).common(style.years);
    }
}
