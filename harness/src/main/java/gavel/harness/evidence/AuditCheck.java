package gavel.harness.evidence;

import gavel.driver.api.TextFile;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Audit.Invariant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Holds the audits of a result against what their process said, and against the bids that were answered. */
final class AuditCheck {
    private static final String LOG = "logs/audit.log";
    private static final String ANSWERED = "answered-bids";
    private static final Pattern CHECKED =
            Pattern.compile("(\\S+)\\s+([0-9,]+) checked\\s*(?:([0-9,]+) VIOLATIONS)?.*");

    private final Findings findings;

    AuditCheck(Findings findings) {
        this.findings = findings;
    }

    /** @param answered directory of the answered bids; null where several files have them */
    void check(Path directory, Audit before, Audit after, Path answered) {
        sound(before, "auditBefore");
        sound(after, "auditAfter");
        Audit last = after == null ? before : after;
        if (last == null || last.invariants().isEmpty()) {
            return;
        }
        if (after != null && answered != null) {
            bids(answered, after);
        }
        try {
            String text = TextFile.read(directory.resolve(LOG));
            log(text, last);
            named(text, last, after != null);
        } catch (IOException absent) {
            findings.missing(LOG, "it cannot be read: " + absent.getMessage());
        }
    }

    private void sound(Audit audit, String where) {
        if (audit == null) {
            return;
        }
        findings.that(
                !audit.ok() || audit.violations() == 0,
                where,
                "it is ok, and found " + audit.violations() + " violations");
        for (Invariant invariant : audit.invariants()) {
            findings.that(
                    invariant.violations() > 0 || invariant.examples().isEmpty(),
                    where + "." + invariant.name(),
                    "it has examples of violations, and found none");
        }
    }

    /** The log of a deployment that stayed up has the audits of earlier runs too: the last line of each name counts. */
    private void log(String text, Audit audit) {
        Map<String, String> said = new HashMap<>();
        for (String line : text.split("\n")) {
            Matcher checked = CHECKED.matcher(line);
            if (checked.matches()) {
                said.put(
                        checked.group(1),
                        number(checked.group(2)) + " checked, " + number(checked.group(3)) + " violations");
            }
        }
        for (Invariant invariant : audit.invariants()) {
            if (said.containsKey(invariant.name())) {
                findings.same(
                        invariant.checked() + " checked, " + invariant.violations() + " violations",
                        said.get(invariant.name()),
                        LOG,
                        "what the audit said of " + invariant.name());
            }
        }
    }

    /**
     * Each invariant has a line, whatever it says.
     *
     * @param written whether the audit has written the log for sure: one that failed later would have begun it anew
     */
    private void named(String text, Audit audit, boolean written) {
        Set<String> named = text.lines()
                .filter(line -> line.contains(" checked"))
                .map(line -> line.split("\\s", 2)[0])
                .collect(Collectors.toSet());
        List<String> missing = audit.invariants().stream()
                .map(Invariant::name)
                .filter(name -> !named.contains(name))
                .toList();
        if (written || missing.size() < audit.invariants().size()) {
            missing.forEach(name -> findings.missing(LOG, "it does not say that " + name + " was checked"));
        }
    }

    private static String number(String group) {
        return group == null ? "0" : group.replace(",", "");
    }

    private void bids(Path directory, Audit after) {
        after.invariants().stream()
                .filter(invariant -> invariant.name().equals(ANSWERED))
                // Without a report of the load there is no file of them.
                .filter(invariant -> invariant.checked() > 0 || Files.exists(directory.resolve(ANSWERED + ".csv")))
                .forEach(invariant -> {
                    try {
                        findings.same(
                                invariant.checked(),
                                answered(directory),
                                ANSWERED + ".csv",
                                "the answered bids that were audited");
                    } catch (IOException | UncheckedIOException absent) {
                        findings.missing(ANSWERED + ".csv", "it cannot be read: " + absent.getMessage());
                    }
                });
    }

    private static long answered(Path directory) throws IOException {
        Path file = directory.resolve(ANSWERED + ".csv");
        // A pipe would never end, and a link leads to files of whoever examines.
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("there is no such file");
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count() - 1;
        }
    }
}
