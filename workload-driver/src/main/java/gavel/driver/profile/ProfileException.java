package gavel.driver.profile;

import java.util.List;

/** A profile that has to be mended by its author; the message lists every problem with file and line. */
public final class ProfileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    public ProfileException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
