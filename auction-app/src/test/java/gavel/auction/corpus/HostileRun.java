package gavel.auction.corpus;

import gavel.auction.corpus.HeldConnections.Held;
import gavel.auction.testing.Api;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The corpus against a deployment that is up: {@code ADDRESS EACH PATIENCE}. Run by {@code bench/hostile.sh}, which looks at the processes and
 * their logs. Exit code 1 when somebody who is signed in was answered late or not at all, or a connection was held for too long.
 */
final class HostileRun {
    private static final long LONGEST_P99_MILLIS = 200;
    private static final int SENDERS = 4;

    /** What a server in front says itself, or waits for before it asks the application. */
    private static final Set<Integer> OF_THE_FRONT = Set.of(400, 404, 405, 408, 413, 414, 415, 503);

    private HostileRun() {}

    /** @param arguments address of the front door, connections of each kind, seconds to wait for their end */
    public static void main(String[] arguments) throws Exception {
        Door door = new Door(arguments[0]);
        int each = Integer.parseInt(arguments[1]);
        Duration patience = Duration.ofSeconds(Long.parseLong(arguments[2]));
        Api anybody = new Api(arguments[0], null);
        String suffix = System.nanoTime() + "@example.com";
        Api seller = anybody.registered("seller" + suffix);
        String large = seller.send(seller.form(Corpus.item(seller) + "/images", "file", Corpus.noise()))
                .json()
                .get("full")
                .stringValue();
        boolean good = visited(anybody, suffix, "requests", () -> {
            List<String> surprises = new Corpus(door, seller).sent(SENDERS, OF_THE_FRONT);
            surprises.forEach(surprise -> System.out.println("NOT OK  " + surprise));
            return surprises.isEmpty();
        });
        good &= visited(anybody, suffix, "connections", () -> {
            try (HeldConnections connections = new HeldConnections(door)) {
                List<Held> held = connections.hold(HostileConnections.all(large), each, patience);
                held.forEach(kind -> System.out.println((kind.inTimeOrTrickling() ? "ok      " : "NOT OK  ") + kind));
                return held.stream().allMatch(Held::inTimeOrTrickling);
            }
        });
        good &= visited(anybody, suffix, "afterwards", () -> {
            Thread.sleep(Duration.ofSeconds(2));
            return true;
        });
        System.exit(good ? 0 : 1);
    }

    /** Something hostile. */
    @FunctionalInterface
    private interface Attack {
        boolean asItShouldBe() throws Exception;
    }

    private static boolean visited(Api anybody, String suffix, String what, Attack attack) throws Exception {
        Visitor visitor = new Visitor(anybody.registered(what + suffix));
        boolean good = attack.asItShouldBe();
        visitor.close();
        boolean answered = visitor.failures().isEmpty() && visitor.percentile99() <= LONGEST_P99_MILLIS;
        System.out.printf(
                "%s  a visitor beside the %s: p99 of %d visits %d ms, %d failures %s%n",
                answered ? "ok    " : "NOT OK",
                what,
                visitor.visits(),
                visitor.percentile99(),
                visitor.failures().size(),
                visitor.failures().stream().limit(3).toList());
        return good && answered;
    }
}
