package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A store refuses before it is full, and goes on when there is room again. */
class StoreRoomTest {
    private static final long MEBIBYTE = 1L << 20;
    /** Of each document beside its bytes. */
    private static final int BESIDE = 160;

    private final AtomicLong usable = new AtomicLong(10_000 * MEBIBYTE);
    private final StoreRoom room = new StoreRoom(10 * MEBIBYTE, usable::get);

    private int taken(int length) {
        int count = 0;
        while (true) {
            try {
                room.takeDocument(length);
                count++;
            } catch (MongoServerError full) {
                return count;
            }
        }
    }

    @Test
    void aDocumentTakesMoreThanItsBytes() {
        assertThat(taken(840)).isEqualTo((int) (10 * MEBIBYTE / (840 + BESIDE)));
        assertThat(taken(0)).as("what is left has room for smaller ones").isPositive();
    }

    @Test
    void theErrorIsTheOneThatDriversKnow() {
        taken(1_000);
        assertThatThrownBy(() -> room.takeDocument(1_000))
                .isInstanceOfSatisfying(MongoServerError.class, full -> assertThat(full.getCode())
                        .isEqualTo(StoreRoom.OUT_OF_SPACE))
                .hasMessageContaining("the document store is full: its memory holds 10 MiB at most");
    }

    @Test
    void whatWasRefusedTakesNothing() {
        int count = taken(1_000);
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> room.takeDocument(1_000)).isInstanceOf(MongoServerError.class);
        }
        room.giveDocument(1_000);
        room.takeDocument(1_000);
        for (int i = 0; i < count; i++) {
            room.giveDocument(1_000);
        }
        assertThat(taken(1_000)).isEqualTo(count);
    }

    /** So that histories of people go on when nobody can upload pictures any more. */
    @Test
    void picturesAreRefusedFirst() {
        int pictures = 0;
        while (pictures < 1_000_000) {
            try {
                room.takePicture(50_000);
                pictures++;
            } catch (MongoServerError full) {
                break;
            }
        }
        assertThat(pictures).as("their bytes are in a file").isEqualTo((int) (0.9 * 10 * MEBIBYTE / BESIDE));
        room.takeDocument(100_000);
        room.givePicture();
        assertThatThrownBy(() -> room.takePicture(1)).isInstanceOf(MongoServerError.class);
    }

    @Test
    void aDiskKeepsWhatOthersNeed() {
        usable.set(513 * MEBIBYTE);
        room.takePicture((int) MEBIBYTE);
        assertThatThrownBy(() -> room.takePicture((int) MEBIBYTE + 1))
                .hasMessageContaining("less than 512 MiB would be left on its disk");
        usable.set(0);
        room.takeDocument(100);
    }

    @Test
    void manyThreadsTakeNoMoreThanThereIs() throws InterruptedException {
        AtomicInteger all = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofVirtual().start(() -> all.addAndGet(taken(1_000))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        // Two that come at once may refuse each other the last place.
        assertThat(all.get()).isBetween((int) (10 * MEBIBYTE / 1_160) - 8, (int) (10 * MEBIBYTE / 1_160));
    }
}
