package gavel.auction.partition.simulation;

import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.LiveView;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.engine.AuctionRules;
import gavel.auction.engine.LotTiming;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.Announcements;
import gavel.auction.partition.deciding.Auctioneer;
import gavel.auction.partition.deciding.Delivery;
import gavel.auction.partition.deciding.Observer;
import gavel.auction.partition.deciding.RecordsException;
import gavel.auction.partition.lease.LeaseKeeper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One node: the deciding loop and the lease keeper of the application on simulated ports. */
final class SimNode implements Announcements, Observer {
    static final LotTiming TIMING = new LotTiming(Duration.ofSeconds(2), Duration.ofSeconds(2));

    final NodeIdentity identity;
    boolean frozen;
    long frozenSince;
    long brokerGoneUntil;
    private final World world;
    private final Auctioneer auctioneer;
    private final LeaseKeeper keeper;
    private boolean alive = true;
    private int refusals;

    SimNode(World world, int number) {
        this.world = world;
        this.identity = new NodeIdentity("node" + number, new UUID(0, number));
        this.keeper = new LeaseKeeper(identity, world.database.leasesOf(this), () -> {}, world::nanos);
        Auctioneer.Ports ports = new Auctioneer.Ports(
                world.database.recordsOf(this),
                (partition, sink) -> world.broker.subscribe(this, partition, sink),
                this,
                keeper,
                this);
        this.auctioneer = new Auctioneer(
                ports, new AuctionRules(TIMING, world.database::nextLotId), world::nanos, 2 + world.chance.nextInt(8));
        keeper.serve(auctioneer, () -> {});
    }

    boolean isAlive() {
        return alive;
    }

    boolean draining() {
        return keeper.draining();
    }

    void drain() {
        keeper.drain();
    }

    int refusals() {
        return refusals;
    }

    int held() {
        return keeper.held().size();
    }

    void die() {
        alive = false;
        world.database.forget(this);
    }

    @Override
    public String toString() {
        return "%s[%s%s%s, %s held]"
                .formatted(
                        identity.node(),
                        alive ? "alive" : "dead",
                        frozen ? ", frozen" : "",
                        draining() ? ", draining" : "",
                        held());
    }

    void turn() {
        survive(auctioneer::turn);
    }

    void tick() {
        survive(() -> {
            try {
                keeper.tick();
            } catch (RecordsException e) {
                refusals++;
            }
        });
    }

    private void survive(Runnable doing) {
        try {
            doing.run();
        } catch (Crash e) {
            alive = false;
            world.database.forget(this);
        }
    }

    boolean canReachBroker() {
        return world.nanos() >= brokerGoneUntil;
    }

    private void speak(String what) throws IOException {
        world.point(this, what);
        if (!canReachBroker() || world.fails()) {
            throw new IOException(what);
        }
    }

    @Override
    public void reply(String replyTo, List<DecisionMessage> decisions) throws IOException {
        speak("reply");
        decisions.forEach(world.crowd::answered);
    }

    @Override
    public void news(LiveView view) throws IOException {
        speak("news");
        world.crowd.sees(view);
    }

    @Override
    public void digest(Map<Long, Long> revisions) throws IOException {
        speak("digest");
    }

    @Override
    public void deadLetter(Delivery delivery, String reason) throws IOException {
        throw new AssertionError("dead letter: " + delivery + " " + reason);
    }

    @Override
    public void committed(Outcome outcome, List<Delivery> deliveries, long transactionNanos) {
        world.point(this, "committed");
    }

    @Override
    public void told(Outcome outcome, List<Delivery> deliveries) {
        world.point(this, "told");
    }

    @Override
    public void deadLettered(Delivery delivery, String reason) {
        throw new AssertionError(reason);
    }

    @Override
    public void failed(RuntimeException reason) {
        if (!(reason instanceof RecordsException)) {
            throw new AssertionError(reason);
        }
    }
}
