package gavel.auction.image;

/** An upload that is no picture the application can use; the message says why and what would do. */
final class UnusablePictureException extends Exception {
    private static final long serialVersionUID = 1;

    enum Reason {
        WRONG_TYPE,
        TOO_MANY_PIXELS,
        BROKEN
    }

    private final Reason reason;

    UnusablePictureException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    UnusablePictureException(String message, Exception cause) {
        super(message, cause);
        this.reason = Reason.BROKEN;
    }

    Reason reason() {
        return reason;
    }
}
