package gavel.auction.connection;

import java.util.function.IntSupplier;

/** How many connections there are to the port of the people. */
public final class OpenConnections {
    private volatile IntSupplier count = () -> 0;

    void of(IntSupplier connections) {
        count = connections;
    }

    /** 0 before the port is open. */
    public int count() {
        return count.getAsInt();
    }
}
