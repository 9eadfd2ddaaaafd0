package gavel.harness.verdict;

/** Turns evidence into a verdict: pure, the order of the rules is the one of docs/methodology.md. */
public final class Verdicts {
    private Verdicts() {}

    public static Verdict judge(Evidence evidence) {
        throw new UnsupportedOperationException();
    }
}
