package gavel.auction.partition.deciding;

import java.util.Set;

/** Why the database did not do what the deciding loop asked; each kind has its own answer. */
public abstract sealed class RecordsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RecordsException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Partitions belong to another node: forget them. */
    public static final class Fenced extends RecordsException {
        private static final long serialVersionUID = 1L;
        private final transient Set<Integer> partitions;

        public Fenced(Set<Integer> partitions) {
            super("no longer the owner of partitions " + partitions, null);
            this.partitions = partitions;
        }

        public Set<Integer> partitions() {
            return partitions;
        }
    }

    /** A row was not as it had been read: read again and repeat the batch; if that never helps, find the culprit. */
    public static final class Changed extends RecordsException {
        private static final long serialVersionUID = 1L;

        public Changed(String message) {
            super(message, null);
        }
    }

    /** A serialisation failure, a deadlock, or a lock that is held: read again and repeat the batch as often as it takes. */
    public static final class Conflict extends RecordsException {
        private static final long serialVersionUID = 1L;

        public Conflict(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The database refuses the data: find the culprit. */
    public static final class BadData extends RecordsException {
        private static final long serialVersionUID = 1L;

        public BadData(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** No database, or an unknown result of a commit: read again when it is back. */
    public static final class Unavailable extends RecordsException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
