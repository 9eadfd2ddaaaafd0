package gavel.harness.failure;

/** The command was asked to stop: not an error, but everything started has to be stopped and the result marked. */
public final class InterruptedRunException extends HarnessException {
    private static final long serialVersionUID = 1L;

    public InterruptedRunException(String during) {
        super(ExitCode.INTERRUPTED, "interrupted during: " + during, null);
    }
}
