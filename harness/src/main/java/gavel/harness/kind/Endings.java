package gavel.harness.kind;

import gavel.harness.peak.Conclusion.Answer;
import gavel.harness.report.JUnitXml.Ending;

/** How a case ends that asks whether enough was reached. */
final class Endings {
    private Endings() {}

    static Ending of(Answer answer) {
        return switch (answer) {
            case YES -> Ending.PASSED;
            case NO -> Ending.FAILURE;
            case UNKNOWN -> Ending.ERROR;
        };
    }
}
