package gavel.auction.dataset.load;

/** A store failed in the middle of a load; running the command again goes on where it stopped. Exit code 3. */
public final class LoadFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LoadFailedException(Throwable cause) {
        super(cause.toString(), cause);
    }
}
