package gavel.auction.chaos;

import static java.util.Locale.ROOT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The measured times of all troubles, held against their bars. */
final class Ledger {
    private final List<Entry> entries = new ArrayList<>();

    /**
     * One trouble.
     *
     * @param subject the node or service it happened to
     * @param decided from the trouble until a bid of each partition concerned was decided again
     * @param settled until the partitions were even, or the history complete
     * @param longestWait of any user's bid since the trouble before
     */
    record Entry(Trouble trouble, String subject, Duration decided, Duration settled, Duration longestWait) {
        @Override
        public String toString() {
            return String.format(
                    ROOT,
                    "%-9s %-10s %s %s, %s %s, longest wait for an answer %s",
                    trouble,
                    subject,
                    trouble.decided(),
                    seconds(decided),
                    trouble.settled(),
                    seconds(settled),
                    seconds(longestWait));
        }
    }

    void add(Entry entry) {
        entries.add(entry);
    }

    /** What took longer than it may. */
    List<String> tooLong() {
        return entries.stream()
                .filter(entry -> entry.decided().compareTo(entry.trouble().longest()) > 0
                        || entry.settled().compareTo(entry.trouble().longestSettling()) > 0)
                .map(Entry::toString)
                .toList();
    }

    /** A line for each kind of trouble. */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                ROOT,
                "%-45s %5s  %-44s  %-44s %s",
                "trouble",
                "times",
                "median and longest until",
                "",
                "longest wait"));
        for (Trouble trouble : Trouble.values()) {
            List<Entry> those =
                    entries.stream().filter(entry -> entry.trouble() == trouble).toList();
            if (!those.isEmpty()) {
                lines.add(String.format(
                        ROOT,
                        "%-45s %5d  %-24s %7s %7s (%s)  %-26s %7s %7s (%s)  %7s",
                        trouble.what(),
                        those.size(),
                        trouble.decided(),
                        seconds(quantile(those, Entry::decided, 0.5)),
                        seconds(quantile(those, Entry::decided, 1)),
                        trouble.longest().toSeconds(),
                        trouble.settled(),
                        seconds(quantile(those, Entry::settled, 0.5)),
                        seconds(quantile(those, Entry::settled, 1)),
                        trouble.longestSettling().toSeconds(),
                        seconds(quantile(those, Entry::longestWait, 1))));
            }
        }
        return lines;
    }

    /** Of n values in order, the one at position ceil(share · n). */
    private static Duration quantile(List<Entry> entries, Function<Entry, Duration> value, double share) {
        List<Duration> sorted = entries.stream().map(value).sorted().toList();
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }

    private static String seconds(Duration duration) {
        return String.format(ROOT, "%.2f s", duration.toMillis() / 1_000.0);
    }
}
