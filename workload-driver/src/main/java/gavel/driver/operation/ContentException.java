package gavel.driver.operation;

/** A response of the right status whose content is wrong: a failure class of its own. */
final class ContentException extends Exception {
    private static final long serialVersionUID = 1L;

    ContentException(String message) {
        super(message, null, false, false);
    }
}
