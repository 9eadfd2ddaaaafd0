package gavel.auction.chaos;

import static java.util.Locale.ROOT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The measured times of all troubles, held against their bars. */
final class Ledger {
    private final int allowance;
    private final List<Entry> entries = new ArrayList<>();

    /** @param allowance how many times its bar a trouble may take */
    Ledger(int allowance) {
        this.allowance = allowance;
    }

    /**
     * One trouble.
     *
     * @param subject the node or service it happened to
     * @param decided how long until {@link Trouble#decided}
     * @param settled how long until {@link Trouble#settled}
     */
    record Entry(Trouble trouble, String subject, Duration decided, Duration settled) {
        private boolean isTooLong(int allowance) {
            return decided.compareTo(trouble.longest().multipliedBy(allowance)) > 0
                    || settled.compareTo(Trouble.LONGEST_SETTLING.multipliedBy(allowance)) > 0;
        }

        @Override
        public String toString() {
            return "%-9s %-10s %s %s, %s %s"
                    .formatted(
                            trouble, subject, trouble.decided(), seconds(decided), trouble.settled(), seconds(settled));
        }
    }

    void add(Entry entry) {
        entries.add(entry);
    }

    List<String> tooLong() {
        return entries.stream()
                .filter(entry -> entry.isTooLong(allowance))
                .map(Entry::toString)
                .toList();
    }

    /** A line for each kind of trouble. */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("what happened, how often, and how long it took: median, longest, and how long it may");
        for (Trouble trouble : Trouble.values()) {
            List<Entry> those =
                    entries.stream().filter(entry -> entry.trouble() == trouble).toList();
            if (!those.isEmpty()) {
                lines.add("%-44s %3d   %-23s %s   %-43s %s"
                        .formatted(
                                trouble.what(),
                                those.size(),
                                trouble.decided(),
                                times(those, Entry::decided, trouble.longest()),
                                trouble.settled(),
                                times(those, Entry::settled, Trouble.LONGEST_SETTLING)));
            }
        }
        return lines;
    }

    private static String times(List<Entry> entries, Function<Entry, Duration> value, Duration bar) {
        List<Duration> sorted = entries.stream().map(value).sorted().toList();
        Duration median = sorted.get((sorted.size() - 1) / 2);
        return "%s %s (%s s)".formatted(seconds(median), seconds(sorted.getLast()), bar.toSeconds());
    }

    static String seconds(Duration duration) {
        return String.format(ROOT, "%5.2f s", duration.toMillis() / 1_000.0);
    }
}
