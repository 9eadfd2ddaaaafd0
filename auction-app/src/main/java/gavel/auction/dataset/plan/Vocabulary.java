package gavel.auction.dataset.plan;

import gavel.auction.dataset.plan.Catalogue.Style;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The words names, titles and descriptions are made of; a search for any noun or adjective of the catalogue finds items. */
final class Vocabulary {
    static final List<String> CONDITIONS = List.of("mint", "excellent", "good", "fair", "restored");

    private static final List<String> MAKERS = words("""
            Abbeyfield Bellamy Corvin Dunmore Elsworth Farrow Garnet Halloway Ivarsson Jessop Kestrel Lindqvist Marlowe
            Northgate Oberlin Pemberton Quillan Ravensworth Stratton Thorne""");

    private static final List<String> FIRST_NAMES = words("""
            Ada Alan Barbara Blaise Carl Dorothy Edsger Emmy Evelyn Grace Hedy Henri Ida John Katherine Leonhard Lise Margaret
            Marie Niklaus Pierre Radia Rosalind Sofia Tony Ursula""");

    private static final List<String> LAST_NAMES = words("""
            Abel Barker Castle Dale Eastwood Fisher Green Harper Irving Jensen Keller Lund Moreau Novak Olsen Porter Quinn Rossi
            Sato Turner Ueda Vogel Weber Young Zimmer""");

    /** Said of collections, whatever is in them. */
    private static final List<String> PRAISE =
            words("Selected Choice Private Distinguished Renowned Exquisite Treasured Fine");

    private Vocabulary() {}

    /** Of pictures the material is that of the frame. */
    static String title(Look look, Style style) {
        String framed = look.category().equals("Paintings and prints") ? "-framed " : " ";
        return capitalised(style.word() + " " + look.material() + framed + look.noun());
    }

    /** @param condition as the item's own field says */
    static String description(
            String title, Style style, String maker, int year, String condition, RandomGenerator random) {
        return title + " by " + maker + ", " + year + ", in " + condition + " condition. It once stood beside "
                + another(random) + " and " + another(random) + "; the " + style.word()
                + " details reward a close look. Sold as seen, with papers of provenance no. "
                + random.nextInt(10_000, 100_000) + ".";
    }

    /** Some other thing, with its article. */
    private static String another(RandomGenerator random) {
        Look look = pick(Catalogue.all(), random);
        return ("aeiou".indexOf(look.material().charAt(0)) < 0 ? "a " : "an ") + look.material() + " " + look.noun();
    }

    static String collection(String category, RandomGenerator random) {
        return pick(PRAISE, random) + " " + category.toLowerCase(Locale.ROOT) + " from the " + lastName(random)
                + " collection";
    }

    static String maker(RandomGenerator random) {
        return pick(MAKERS, random);
    }

    static String firstName(RandomGenerator random) {
        return pick(FIRST_NAMES, random);
    }

    static String lastName(RandomGenerator random) {
        return pick(LAST_NAMES, random);
    }

    static <T> T pick(List<T> choices, RandomGenerator random) {
        return choices.get(random.nextInt(choices.size()));
    }

    static String capitalised(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static List<String> words(String text) {
        return List.of(text.trim().split("\\s+"));
    }
}
