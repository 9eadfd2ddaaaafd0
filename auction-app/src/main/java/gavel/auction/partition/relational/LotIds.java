package gavel.auction.partition.relational;

import java.sql.ResultSet;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;

/** Ids for the lots of next rounds, drawn from the table's sequence a hundred at a time. For one thread. */
public final class LotIds implements LongSupplier {
    private final EngineTables tables;
    private final Queue<Long> drawn = new ArrayDeque<>();

    public LotIds(EngineTables tables) {
        this.tables = tables;
    }

    @Override
    public long getAsLong() {
        if (drawn.isEmpty()) {
            draw();
        }
        return drawn.remove();
    }

    private void draw() {
        tables.with(tables.statements().lotIds(), statement -> {
            try (ResultSet ids = statement.executeQuery()) {
                while (ids.next()) {
                    drawn.add(ids.getLong(1));
                }
            }
            return drawn.size();
        });
    }
}
