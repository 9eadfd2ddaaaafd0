package gavel.harness.run.peak;

import gavel.harness.failure.HarnessException;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.report.text.Words;
import gavel.harness.run.Journal;
import gavel.harness.verdict.Audit;

/** What is left of a search's conclusion once the audits and whatever went wrong have spoken: no number without all of them. Pure. */
final class Conclusions {
    private Conclusions() {}

    /** @param conclusion null when the search came to none */
    static Conclusion audited(Conclusion conclusion, Journal journal, HarnessException failure) {
        if (failure != null) {
            return invalid(failure.getMessage());
        }
        if (damaged(journal.auditBefore())) {
            return invalid("the data were damaged before the load" + example(journal.auditBefore()));
        }
        if (damaged(journal.auditAfter())) {
            return invalid(found(journal.auditAfter()) + ": a platform that loses or invents facts has no peak");
        }
        if (journal.auditAfter() == null) {
            return invalid("the data were not audited after the load");
        }
        return conclusion == null ? invalid("the search did not end") : conclusion;
    }

    private static String example(Audit audit) {
        return audit.invariants().stream()
                .filter(invariant -> invariant.violations() > 0)
                .flatMap(invariant -> invariant.examples().stream())
                .findFirst()
                .map(example -> ", for example: " + example)
                .orElse("");
    }

    /** What is wrong with data that were damaged under load. */
    static String found(Audit after) {
        return "the audit after the load found " + Words.plural(after.violations(), "violation");
    }

    /** Whether data were audited and found whole. */
    static boolean sound(Audit audit) {
        return audit != null && !damaged(audit);
    }

    static boolean damaged(Audit audit) {
        return audit != null && !audit.sound();
    }

    private static Conclusion invalid(String reason) {
        return new Conclusion(Kind.INVALID, null, 0, reason);
    }
}
