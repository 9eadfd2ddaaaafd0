package gavel.harness.failure;

import java.util.List;

/** Something the reader can mend: the message says what, the exit code says which kind. Never shown with a stack trace. */
public abstract sealed class HarnessException extends RuntimeException
        permits ConfigurationException, EnvironmentException, InterruptedRunException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    HarnessException(ExitCode exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    /** Lines that explain the message, such as the tail of a log; empty when the message says everything. */
    public List<String> evidence() {
        return List.of();
    }
}
