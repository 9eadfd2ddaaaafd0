package gavel.harness.doctor;

/**
 * One thing that was looked at.
 *
 * @param advice what to do about it; empty when all is well
 */
public record Finding(Level level, String subject, String found, String advice) {
    /** PROBLEM keeps a run from starting; WARNING lets it start and is shown. */
    public enum Level {
        GOOD,
        WARNING,
        PROBLEM
    }

    public static Finding good(String subject, String found) {
        return new Finding(Level.GOOD, subject, found, "");
    }

    public static Finding of(boolean good, Level otherwise, String subject, String found, String advice) {
        return good ? good(subject, found) : new Finding(otherwise, subject, found, advice);
    }

    /** The same of one host among several. */
    public Finding at(String host) {
        return new Finding(level, host + " " + subject, found, advice);
    }

    /** Whether it is of that subject, on whichever host. */
    public boolean about(String wanted) {
        return subject.equals(wanted) || subject.endsWith(" " + wanted);
    }

    /** One line: subject, what was found, what to do. */
    public String line() {
        return subject + ": " + found + (advice.isEmpty() ? "" : "; " + advice);
    }
}
