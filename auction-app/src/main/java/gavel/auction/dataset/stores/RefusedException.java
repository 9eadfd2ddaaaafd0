package gavel.auction.dataset.stores;

/** The command cannot do what was asked as things stand; the message says what to do. Exit code 4. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(message);
    }
}
