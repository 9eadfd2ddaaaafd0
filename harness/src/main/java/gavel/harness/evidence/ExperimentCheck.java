package gavel.harness.evidence;

import gavel.harness.config.Configuration;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.experiment.Replacements;
import gavel.harness.result.ExperimentResult;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Holds what every experiment of several measurements says of itself against the files beside it. */
final class ExperimentCheck {
    /** Lengths are those of runs. */
    private static final String OF_RUNS = "Length ";

    private final ExperimentResult result;
    private final Examined examined;
    private final Findings findings;

    ExperimentCheck(ExperimentResult result, Examined examined, Findings findings) {
        this.result = result;
        this.examined = examined;
        this.findings = findings;
    }

    /** As it was run; empty where nothing was deployed, or this version cannot read it. */
    Optional<Configuration> configuration() {
        if (result.disclosure() == null) {
            return Optional.empty();
        }
        SettingsCheck settings = new SettingsCheck(examined, findings);
        Optional<Configuration> read = settings.check(result.run(), result.disclosure(), false);
        read.ifPresent(configuration -> settings.remarked(
                result.remarks(),
                SettingsCheck.remarks(configuration, result.disclosure()).stream()
                        .filter(remark -> !remark.startsWith(OF_RUNS))
                        .toList()));
        return read;
    }

    /** What this version makes again. Another version may have concluded otherwise. */
    void follows(Object said, Object made, String where, String what) {
        if (examined.sameProgram() || Objects.equals(said, made)) {
            findings.same(said, made, where, what);
        } else {
            findings.unknown(where, "this version, which did not make it, gets another one from " + what);
        }
    }

    /**
     * The measurements are those of the journal.
     *
     * @param name of the journal
     * @param where they are in the result
     * @param asked whether the result is of what was asked for, in the words of the journal
     */
    <F> void journal(String name, Class<F> part, List<F> parts, String where, Predicate<String> asked) {
        Path file = examined.directory().resolve(name);
        if (!ProbeCheck.isThere(file, findings)) {
            return;
        }
        try {
            ExperimentJournal<Asked, F> journal = ExperimentJournal.readOnly(file, Asked.class, part);
            follows(parts, journal.found(), where, "those of " + name);
            new SettingsCheck(examined, findings)
                    .program(result.disclosure(), journal.request().program());
            String what = journal.request().what();
            if (examined.sameProgram()) {
                findings.that(asked.test(what), name, "something else was asked for than the result says: " + what);
            }
        } catch (IOException damaged) {
            findings.contradiction(name, "it cannot be read: " + damaged.getMessage());
        }
    }

    /**
     * How many measurements may have been made in place of others: no more than do not count.
     *
     * @param planned measurements, with those in whose place others are made
     * @param lost how many do not count
     */
    static IntStream replaced(int planned, long lost) {
        return IntStream.rangeClosed(0, (int) lost)
                .filter(replaced -> replaced < planned && replaced <= Replacements.of(planned - replaced, lost));
    }

    /** @param possible several where it depends on what the result does not say */
    void verdict(List<ExperimentVerdict> possible) {
        ExperimentVerdict said = result.verdict();
        Object made = possible.contains(said) ? said : possible.size() == 1 ? possible.getFirst() : possible;
        follows(said, made, "verdict", "what measurements, audits and problem come to");
    }

    /** @param sound whether the data were audited, and were whole before the load */
    void problem(boolean sound) {
        if (examined.sameProgram()) {
            findings.that(
                    sound || !result.problem().isEmpty(),
                    "problem",
                    "the data were not audited, or were damaged before the load, and it does not say so");
        }
    }

    static boolean sound(Audit before, Audit after) {
        return before != null && before.ok() && before.violations() == 0 && after != null;
    }
}
