package gavel.auction.image;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import java.io.IOException;

/** The store has no room for more pictures; what it holds stays readable. */
final class StoreFullException extends IOException {
    private static final long serialVersionUID = 1;
    private static final int OUT_OF_DISK_SPACE = 14_031;

    StoreFullException(String message, Exception cause) {
        super(message, cause);
    }

    /** Whether a document store says so, of one write or of several. */
    static boolean isSaidBy(MongoException e) {
        return e.getCode() == OUT_OF_DISK_SPACE
                || e instanceof MongoBulkWriteException several
                        && several.getWriteErrors().stream().anyMatch(each -> each.getCode() == OUT_OF_DISK_SPACE);
    }
}
