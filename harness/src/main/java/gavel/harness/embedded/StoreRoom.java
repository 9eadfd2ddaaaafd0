package gavel.harness.embedded;

import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What the store may hold. It refuses before it is full, because a process without memory ends and all histories are lost with it;
 * pictures first, so that histories go on. What is refused changes nothing, and reading goes on.
 */
final class StoreRoom {
    /** MongoDB's own code, which its drivers and the application know. */
    static final int OUT_OF_SPACE = 14_031;

    /** Of a document beside its bytes: its id and place in the index. */
    private static final int BESIDE = 160;

    private static final double HEAP_SHARE = 0.7;
    private static final double BEFORE_PICTURES_END = 0.9;
    private static final long LEFT_ON_DISK = 512L << 20;

    private final long most;
    private final LongSupplier usable;
    private final AtomicLong held = new AtomicLong();

    /**
     * @param most bytes of the heap for documents
     * @param usable bytes left where pictures are
     */
    StoreRoom(long most, LongSupplier usable) {
        this.most = most;
        this.usable = usable;
    }

    /** For a store that has this process nearly for itself. */
    static StoreRoom ofProcess(LongSupplier usable) {
        return new StoreRoom((long) (HEAP_SHARE * Runtime.getRuntime().maxMemory()), usable);
    }

    /** @throws MongoServerError when it has no room */
    void takeDocument(int length) {
        take(length, most);
    }

    /** A picture's bytes are in a file; what is here finds them. @throws MongoServerError when it has no room */
    void takePicture(int length) {
        if (usable.getAsLong() - length < LEFT_ON_DISK) {
            throw full("less than " + (LEFT_ON_DISK >> 20) + " MiB would be left on its disk");
        }
        take(0, (long) (most * BEFORE_PICTURES_END));
    }

    private void take(int length, long limit) {
        long all = held.addAndGet((long) length + BESIDE);
        if (all > limit) {
            held.addAndGet(-length - BESIDE);
            throw full("its memory holds " + (limit >> 20) + " MiB at most");
        }
    }

    void giveDocument(int length) {
        held.addAndGet(-length - BESIDE);
    }

    void givePicture() {
        held.addAndGet(-BESIDE);
    }

    private static MongoServerError full(String why) {
        return new MongoServerError(OUT_OF_SPACE, "OutOfDiskSpace", "the document store is full: " + why);
    }
}
