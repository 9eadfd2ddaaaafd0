package gavel.auction.live;

import java.util.ArrayList;
import java.util.List;

/** What people who wait are told, in order. */
final class Told {
    private final List<String> told = new ArrayList<>();

    /** Someone who has seen a revision and waits for the next. */
    Waiter waiter(String name, long after) {
        return new Waiter(after, new Waiter.Reply() {
            @Override
            public void show(Snapshot snapshot) {
                told.add(name + " saw " + snapshot.revision());
            }

            @Override
            public void nothingNew() {
                told.add(name + " saw nothing");
            }
        });
    }

    List<String> all() {
        return List.copyOf(told);
    }
}
