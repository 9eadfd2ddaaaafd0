package gavel.driver.profile;

import gavel.driver.api.ProfileSource;
import gavel.driver.api.TextFile;
import gavel.driver.api.text.Nearest;
import gavel.driver.api.text.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a profile from a built-in name or a file; all problems come together in one {@link ProfileException}. */
public final class ProfileReader {
    /** Names that need no file. */
    public static final List<String> BUILT_IN = ProfileSource.BUILT_IN;

    private static final int MOST_WORDS = 10_000;
    private static final int LONGEST_WORD = 100;

    private final String file;
    private final List<String> problems = new ArrayList<>();

    private ProfileReader(String file) {
        this.file = file;
    }

    /** The profile of a built-in name, or of a YAML file's path. */
    public static Profile read(String nameOrPath) throws IOException {
        if (BUILT_IN.contains(nameOrPath)) {
            return parse(nameOrPath + ".yaml", bytesOfBuiltIn(nameOrPath));
        }
        Path path = Path.of(nameOrPath);
        if (!Files.isRegularFile(path)) {
            throw new ProfileException(List.of(
                    "profile must be a built-in name or a file: " + nameOrPath + Nearest.hint(nameOrPath, BUILT_IN)));
        }
        return parse(path.toString(), TextFile.bytes(path));
    }

    static Profile parse(String file, byte[] bytes) throws IOException {
        ProfileReader reader = new ProfileReader(file);
        Profile profile = reader.parse(bytes);
        if (!reader.problems.isEmpty()) {
            throw new ProfileException(reader.problems);
        }
        return profile;
    }

    static byte[] bytesOfBuiltIn(String name) throws IOException {
        return ProfileSource.builtIn(name);
    }

    private Profile parse(byte[] bytes) throws IOException {
        Node root;
        try {
            root = new Compose(LoadSettings.builder().setLabel(file).build())
                    .composeString(new String(bytes, StandardCharsets.UTF_8))
                    .orElseThrow(() -> new ProfileException(List.of(file + ":1: is empty")));
        } catch (MarkedYamlEngineException badYaml) {
            throw new ProfileException(List.of(file + ":" + line(badYaml) + ": is no YAML: " + badYaml.getProblem()));
        } catch (YamlEngineException badYaml) {
            throw new ProfileException(List.of(file + ":1: is no YAML: " + badYaml.getMessage()));
        } catch (StackOverflowError deep) {
            throw new ProfileException(List.of(file + ":1: is nested too deep"));
        }
        YamlSection top = new YamlSection(file, "", root, problems);
        String name = title(top, "name");
        String sha256 = Sha256.hex(bytes);
        boolean builtIn =
                BUILT_IN.contains(name) && sha256.equals(ProfileSource.of(name).sha256());
        Profile.Auctions auctions = auctions(top);
        Profile profile = new Profile(
                name,
                title(top, "version"),
                sha256,
                builtIn,
                cycle(top),
                backOff(top),
                pages(top),
                auctions,
                bids(top),
                milliseconds(top.section("news"), "limit"),
                reference(top),
                limits(top.section("operations")),
                session(top.section("session"), auctions.slots()),
                words(top));
        top.finish();
        return profile;
    }

    /** Without the line itself: the file may be another one than was meant. */
    private static int line(MarkedYamlEngineException badYaml) {
        return badYaml.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    private static String title(YamlSection top, String key) {
        String text = top.text(key);
        if (text.length() > LONGEST_WORD) {
            top.problem(key, "must have at most " + LONGEST_WORD + " characters: " + text.length());
        }
        return text;
    }

    private CycleTime cycle(YamlSection top) {
        return each(top, "cycle", new CycleTime(1, 0, 1, 1), s -> {
            double mean = s.number("mean");
            double deviation = s.number("deviation");
            double shortest = s.number("shortest");
            double longest = s.number("longest");
            CycleTime.From from = s.has("from") ? from(s) : CycleTime.From.START;
            return () -> new CycleTime(mean, deviation, shortest, longest, from);
        });
    }

    private static CycleTime.From from(YamlSection cycle) {
        String text = cycle.text("from");
        for (CycleTime.From from : CycleTime.From.values()) {
            if (from.name().toLowerCase(Locale.ROOT).equals(text)) {
                return from;
            }
        }
        cycle.problem("from", "must be start or end: " + text);
        return CycleTime.From.START;
    }

    private Profile.BackOff backOff(YamlSection top) {
        return each(top, "backOff", new Profile.BackOff(0, 0), s -> {
            double shortest = s.number("shortest");
            double longest = s.number("longest");
            return () -> new Profile.BackOff(shortest, longest);
        });
    }

    private Profile.Pages pages(YamlSection top) {
        return each(top, "pages", new Profile.Pages(1, 0), s -> {
            int size = s.whole("size");
            double nextPage = s.number("nextPage");
            return () -> new Profile.Pages(size, nextPage);
        });
    }

    private Profile.Auctions auctions(YamlSection top) {
        Profile.Auctions none = new Profile.Auctions(1, 1, 0, 1, 1);
        int slots = each(top, "followers", 1, s -> {
            int number = s.whole("slots");
            return () -> number;
        });
        double[] lots = each(top, "lots", new double[] {1, 1}, s -> {
            double lastCall = s.number("lastCallAfter");
            double close = s.number("closeAfter");
            return () -> new double[] {lastCall, close};
        });
        return each(top, "auctions", none, s -> {
            double users = s.number("usersPerAuction");
            double skew = s.number("skew");
            return () -> new Profile.Auctions(slots, users, skew, lots[0], lots[1]);
        });
    }

    private BidStrategy bids(YamlSection top) {
        return each(top, "bids", new BidStrategy(0, 0, 0, 0, 0, 0), s -> {
            double probability = s.number("probability");
            double[] raise = each(s, "raise", new double[3], r -> {
                double[] values = {r.number("mean"), r.number("deviation"), r.number("highest")};
                return () -> values;
            });
            double[] ceiling = each(s, "ceiling", new double[2], c -> {
                double[] values = {c.number("mean"), c.number("deviation")};
                return () -> values;
            });
            return () -> new BidStrategy(probability, raise[0], raise[1], raise[2], ceiling[0], ceiling[1]);
        });
    }

    private double reference(YamlSection top) {
        return each(top, "reference", 0.0, s -> {
            double rate = s.number("acceptedBidsPerUserSecond");
            return () -> rate;
        });
    }

    private Map<OperationKind, Long> limits(YamlSection section) {
        Map<OperationKind, Long> limits = new EnumMap<>(OperationKind.class);
        for (OperationKind kind : OperationKind.values()) {
            YamlSection operation = section == null ? null : section.section(kind.title());
            limits.put(kind, milliseconds(operation, "limit"));
        }
        if (section != null) {
            section.finish();
        }
        return limits;
    }

    private static Session session(YamlSection section, int slots) {
        return section == null ? new Session(List.of(), 0, 0) : new SessionReader(section).read(slots);
    }

    private static List<String> words(YamlSection top) {
        List<String> words = top.texts("words");
        if (words.isEmpty()) {
            top.problem("words", "must name at least one word");
        }
        if (words.size() > MOST_WORDS) {
            top.problem("words", "must be at most " + MOST_WORDS + ": " + words.size());
        }
        words.stream()
                .filter(word -> word.length() > LONGEST_WORD)
                .findFirst()
                .ifPresent(word -> top.problem(
                        "words", "must have at most " + LONGEST_WORD + " characters each: " + word.length()));
        return words;
    }

    private static long milliseconds(YamlSection section, String key) {
        if (section == null) {
            return 0;
        }
        double seconds = section.number(key);
        if (!(seconds > 0)) {
            section.problem(key, "must be > 0 s: " + seconds);
        } else if (seconds > Profile.LONGEST_SECONDS) {
            section.problem(key, "must be <= " + Profile.LONGEST_SECONDS + " s: " + seconds);
        }
        section.finish();
        return Math.round(seconds * 1000);
    }

    /** Reads a section's fields, then makes the value, whose own checks become problems of the section. */
    private <T> T each(
            YamlSection parent, String key, T otherwise, java.util.function.Function<YamlSection, Supplier<T>> read) {
        YamlSection section = parent.section(key);
        if (section == null) {
            return otherwise;
        }
        int before = problems.size();
        Supplier<T> made = read.apply(section);
        section.finish();
        if (problems.size() > before) {
            return otherwise;
        }
        try {
            return made.get();
        } catch (IllegalArgumentException bad) {
            parent.problem(key, bad.getMessage());
            return otherwise;
        }
    }
}
