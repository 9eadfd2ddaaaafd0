package gavel.driver.message;

import java.util.ArrayDeque;

/** The decoders of one loop: as many as responses were ever decoded at the same time. Owned by the loop's thread. */
public final class GunzipPool implements AutoCloseable {
    private final ArrayDeque<Gunzip> free = new ArrayDeque<>();

    Gunzip take() {
        Gunzip gunzip = free.poll();
        return gunzip == null ? new Gunzip() : gunzip;
    }

    void giveBack(Gunzip gunzip) {
        gunzip.reset();
        free.push(gunzip);
    }

    @Override
    public void close() {
        free.forEach(Gunzip::end);
        free.clear();
    }
}
