package gavel.harness.failure;

import java.util.List;

/** The configuration or the arguments have to be mended: every problem found, one line each. */
public final class ConfigurationException extends HarnessException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    public ConfigurationException(List<String> problems) {
        super(ExitCode.CONFIGURATION, String.join(System.lineSeparator(), problems), null);
        this.problems = List.copyOf(problems);
    }

    public ConfigurationException(String problem) {
        this(List.of(problem));
    }

    public List<String> problems() {
        return problems;
    }
}
