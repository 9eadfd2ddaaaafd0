package gavel.driver.body;

/** A response of the right status whose content is wrong: a failure class of its own. */
public final class ContentException extends Exception {
    private static final long serialVersionUID = 1L;

    public ContentException(String message) {
        super(message, null, false, false);
    }
}
