package gavel.harness.failure;

import java.util.List;

/** The machine or a process of the deployment has to be mended; the evidence is the tail of the log that explains. */
public final class EnvironmentException extends HarnessException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> evidence;

    public EnvironmentException(String message, List<String> evidence, Throwable cause) {
        super(ExitCode.ENVIRONMENT, message, cause);
        this.evidence = List.copyOf(evidence);
    }

    public EnvironmentException(String message, Throwable cause) {
        this(message, List.of(), cause);
    }

    public EnvironmentException(String message) {
        this(message, List.of(), null);
    }

    @Override
    public List<String> evidence() {
        return evidence;
    }
}
