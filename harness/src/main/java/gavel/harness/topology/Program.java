package gavel.harness.topology;

import java.util.List;
import java.util.Map;

/**
 * A program of the operating system: where it may be, and how it says its version.
 *
 * @param distributionPackage it comes with in Debian
 * @param places absolute paths, each part with {@code *} for any text; the first that fits wins, of several the one with the highest numbers
 * @param versionOption makes it print its version; null where its path tells
 * @param oldest version that will do; null for any
 * @param libraries where its modules are, by the file name of the program that was found
 */
public record Program(
        String title,
        String distributionPackage,
        List<String> places,
        String versionOption,
        Oldest oldest,
        Map<String, String> libraries) {
    /** @param setting of the configuration that asks for the program */
    public record Oldest(int major, String setting) {}

    /** Stands for the path of the program in its command. */
    public static final String PATH = "${program}";
    /** Stands for the directory of its modules in its files. */
    public static final String LIBRARIES = "${libraries}";

    public Program {
        places = List.copyOf(places);
        libraries = Map.copyOf(libraries);
    }

    public Program(String title, String distributionPackage, List<String> places, String versionOption) {
        this(title, distributionPackage, places, versionOption, null, Map.of());
    }

    /** Stands for the path of another program in the same directory. */
    public static String beside(String name) {
        return "${program/" + name + "}";
    }

    /** What to do about a missing one. */
    public String advice() {
        return "`gavel install` with the same configuration installs it (package " + distributionPackage + ")"
                + (distributionPackage.startsWith("mongodb-org")
                        ? " where MongoDB's own repository is configured, as it is in no distribution"
                        : "");
    }
}
