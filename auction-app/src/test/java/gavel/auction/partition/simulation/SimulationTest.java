package gavel.auction.partition.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.Topology;
import gavel.auction.engine.LotPhase;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * The deciding loop and the lease keeper of the application in a simulated cluster: up to three nodes, a crash, a freeze, an outage or a
 * repeated message possible at every step. Each seed is another history.
 */
class SimulationTest {
    private static final int SEEDS = Integer.getInteger("gavel.simulation.seeds", 600);
    private static final long FIRST = Long.getLong("gavel.simulation.first", 1);

    @Test
    void nothingIsLostInventedOrDecidedTwice() {
        long crashes = 0;
        long freezes = 0;
        long failures = 0;
        long decisions = 0;
        long sales = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            World world = new World(seed);
            try {
                live(world);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            crashes += world.crashes;
            freezes += world.freezes;
            failures += world.failures;
            decisions += world.database.decisions.size();
            sales += world.database.lots.values().stream()
                    .filter(lot -> lot.phase() == LotPhase.SOLD)
                    .count();
        }
        assertThat(crashes).as("crashes").isGreaterThan(SEEDS / 4);
        assertThat(freezes).as("freezes").isGreaterThan(SEEDS / 4);
        assertThat(failures).as("failures").isGreaterThan(SEEDS);
        assertThat(decisions).as("decisions").isGreaterThan(SEEDS * 20L);
        assertThat(sales).as("sales").isGreaterThan(SEEDS / 2);
    }

    private static void live(World world) {
        world.run(Duration.ofSeconds(15));
        world.calmDown();
        world.crowd.rest();
        settle(
                world,
                "all bids are decided and answered",
                () -> world.broker.isEmpty()
                        && world.crowd.placed.keySet().equals(world.database.decisions.keySet())
                        && world.crowd.unanswered() == 0);
        settle(
                world,
                "the partitions are shared out",
                () -> world.nodes.stream()
                                .filter(node -> node.isAlive() && !node.draining())
                                .mapToInt(SimNode::held)
                                .sum()
                        == Topology.PARTITIONS);
        Invariants.atTheEnd(world.database);
    }

    private static void settle(World world, String what, BooleanSupplier condition) {
        for (int second = 0; second < 120; second++) {
            if (condition.getAsBoolean()) {
                return;
            }
            world.run(Duration.ofSeconds(1));
        }
        throw new AssertionError("did not happen: " + what + "; " + world.describe());
    }
}
