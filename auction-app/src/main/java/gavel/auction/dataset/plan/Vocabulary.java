package gavel.auction.dataset.plan;

import java.util.List;
import java.util.random.RandomGenerator;

/** The words names, titles and descriptions are made of; a search for any noun or adjective finds items. */
public final class Vocabulary {
    public static final List<String> ADJECTIVES = words(
            """
            antique vintage rare signed carved gilded lacquered painted silver golden bronze marble oak walnut mahogany
            porcelain crystal ceramic leather silk royal colonial baroque gothic modernist""");

    public static final List<String> NOUNS = words(
            """
            clock vase chair table lamp mirror painting print camera watch ring brooch necklace violin guitar piano book
            map globe coin stamp medal sword helmet carpet tapestry teapot bowl plate figurine bust cabinet desk chest
            bench radio gramophone telescope microscope typewriter""");

    public static final List<String> CATEGORIES = List.of(
            "Furniture",
            "Clocks and watches",
            "Jewellery",
            "Paintings and prints",
            "Sculpture",
            "Books and maps",
            "Coins and medals",
            "Musical instruments",
            "Ceramics and glass",
            "Textiles",
            "Arms and armour",
            "Science and cameras");

    static final List<String> CONDITIONS = List.of("mint", "excellent", "good", "fair", "restored");

    private static final List<String> MAKERS = words(
            """
            Abbeyfield Bellamy Corvin Dunmore Elsworth Farrow Garnet Halloway Ivarsson Jessop Kestrel Lindqvist Marlowe
            Northgate Oberlin Pemberton Quillan Ravensworth Stratton Thorne""");

    private static final List<String> FIRST_NAMES = words(
            """
            Ada Alan Barbara Blaise Carl Dorothy Edsger Emmy Evelyn Grace Hedy Henri Ida John Katherine Leonhard Lise Margaret
            Marie Niklaus Pierre Radia Rosalind Sofia Tony Ursula""");

    private static final List<String> LAST_NAMES = words(
            """
            Abel Barker Castle Dale Eastwood Fisher Green Harper Irving Jensen Keller Lund Moreau Novak Olsen Porter Quinn Rossi
            Sato Turner Ueda Vogel Weber Young Zimmer""");

    private Vocabulary() {}

    static String title(RandomGenerator random) {
        String first = pick(ADJECTIVES, random);
        String second = pick(ADJECTIVES, random);
        String words = first.equals(second) ? first : first + " " + second;
        return capitalised(words + " " + pick(NOUNS, random));
    }

    static String description(String title, String maker, RandomGenerator random) {
        return title + " by " + maker + ", in " + pick(CONDITIONS, random) + " order. Some say it once stood beside a "
                + pick(ADJECTIVES, random) + " " + pick(NOUNS, random) + " and a " + pick(ADJECTIVES, random) + " "
                + pick(NOUNS, random) + "; the " + pick(ADJECTIVES, random)
                + " details reward a close look. Sold as seen, with papers of provenance no. "
                + random.nextInt(10_000, 100_000) + ".";
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
