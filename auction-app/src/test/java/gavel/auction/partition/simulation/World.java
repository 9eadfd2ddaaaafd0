package gavel.auction.partition.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A cluster in one thread: simulated time, chance from one seed, and trouble at every step a node takes. */
final class World {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MOST_NODES = 3;

    final SplittableRandom chance;
    final SimDatabase database;
    final SimBroker broker;
    final Crowd crowd;
    final List<SimNode> nodes = new ArrayList<>();
    private long nanos;
    private int started;
    private int frozen;
    private boolean calm;
    int crashes;
    int freezes;
    int failures;

    World(long seed) {
        chance = new SplittableRandom(seed);
        database = new SimDatabase(this);
        broker = new SimBroker(this);
        crowd = new Crowd(this);
        startNode();
    }

    long nanos() {
        return nanos;
    }

    Instant now() {
        return BEGIN.plusNanos(nanos);
    }

    boolean calm() {
        return calm;
    }

    /** From now on nothing fails any more. */
    void calmDown() {
        calm = true;
        nodes.stream().filter(SimNode::isAlive).forEach(node -> node.brokerGoneUntil = 0);
        database.goneUntil = 0;
        while (alive() < 2) {
            startNode();
        }
    }

    boolean oneIn(int n) {
        return chance.nextInt(n) == 0;
    }

    void run(Duration duration) {
        long end = nanos + duration.toNanos();
        while (nanos < end) {
            step();
        }
    }

    /** A node does something; here it may crash or freeze instead. */
    void point(SimNode node, String where) {
        if (!node.isAlive()) {
            throw new Crash("already dead at " + where);
        }
        if (calm) {
            return;
        }
        if (oneIn(1_200)) {
            crashes++;
            node.die();
            throw new Crash(where);
        }
        if (frozen == 0 && oneIn(800)) {
            freeze(node);
        }
    }

    boolean fails() {
        boolean fails = !calm && oneIn(250);
        failures += fails ? 1 : 0;
        return fails;
    }

    private void freeze(SimNode node) {
        freezes++;
        frozen++;
        node.frozen = true;
        node.frozenSince = nanos;
        run(Duration.ofMillis(chance.nextInt(200, 6_000)));
        node.frozen = false;
        frozen--;
        if (!node.isAlive()) {
            throw new Crash("killed while frozen");
        }
    }

    String describe() {
        return "%s placed, %s decided, %s unanswered, broker %s, nodes %s"
                .formatted(
                        crowd.placed.size(), database.decisions.size(), crowd.unanswered(), broker.describe(), nodes);
    }

    private void step() {
        nanos += chance.nextLong(100_000, 25_000_000);
        int action = chance.nextInt(100);
        if (action < 35) {
            anyNode().ifPresent(SimNode::turn);
        } else if (action < 50) {
            anyNode().ifPresent(SimNode::tick);
        } else if (action < 85) {
            broker.deliverSome();
        } else if (action < 98 || calm) {
            crowd.act();
        } else {
            trouble();
        }
        broker.noticeTheDead();
        database.endIdleTransactions();
    }

    private void trouble() {
        switch (chance.nextInt(8)) {
            case 0 -> {
                if (alive() < MOST_NODES) {
                    startNode();
                }
            }
            case 1 -> anyNode().filter(node -> alive() > 1 || oneIn(4)).ifPresent(SimNode::die);
            case 2 ->
                anyNode().ifPresent(node -> {
                    node.brokerGoneUntil = nanos + chance.nextLong(2_000_000_000L);
                    broker.disconnect(node);
                });
            case 3 -> database.goneUntil = nanos + chance.nextLong(4_000_000_000L);
            case 4 -> anyNode().filter(node -> alive() > 1).ifPresent(SimNode::drain);
            default -> {
                if (alive() == 0) {
                    startNode();
                }
            }
        }
    }

    private Optional<SimNode> anyNode() {
        List<SimNode> able =
                nodes.stream().filter(node -> node.isAlive() && !node.frozen).toList();
        return able.isEmpty() ? Optional.empty() : Optional.of(able.get(chance.nextInt(able.size())));
    }

    private int alive() {
        return (int) nodes.stream()
                .filter(node -> node.isAlive() && !node.draining())
                .count();
    }

    private void startNode() {
        nodes.add(new SimNode(this, ++started));
    }
}
