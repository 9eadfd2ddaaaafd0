package gavel.harness.failure;

/** What the command line answers to the shell; documented in the table of the user guide, which a test compares with this list. */
public enum ExitCode {
    PASS(0, "the run passed, or the command did what it says"),
    QOS_FAIL(1, "a quality-of-service rule broke, or the result is lower than asked for by --at-least"),
    INVALID(2, "the measurement cannot be trusted; there is no headline number"),
    ENVIRONMENT(3, "the environment or the deployment failed"),
    CONFIGURATION(4, "bad configuration or arguments; nothing was started"),
    INTERRUPTED(130, "interrupted; everything the run started was stopped");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }
}
