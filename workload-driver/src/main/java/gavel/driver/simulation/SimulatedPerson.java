package gavel.driver.simulation;

import gavel.driver.profile.BidStrategy;
import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.Session;
import java.util.ArrayList;
import java.util.List;

/** A user of a simulation: one session after the other, by the profile's chain, cycles and rules of bidding. */
final class SimulatedPerson {
    /** The first sessions are opened at this share of their cycles, as users do. */
    private static final double OPENING = 0.2;

    private final Simulation house;
    private final Profile profile;
    private final Draws draws;
    private final List<SimulatedAuction> following = new ArrayList<>(2);
    private long session;
    private int step;
    private boolean opening;
    /** Of its stays; whoever comes again soon does not do what was meant in the one before. */
    private int stay;

    SimulatedPerson(Simulation house, Profile profile, Draws draws) {
        this.house = house;
        this.profile = profile;
        this.draws = draws;
    }

    void come() {
        stay++;
        opening = true;
        session = draws.next();
        step = profile.session().first();
        act(stay);
    }

    void go() {
        stay++;
        end();
    }

    private void act(int in) {
        if (in != stay) {
            return;
        }
        OperationKind kind = next();
        house.totals().count(kind);
        double cycle = profile.cycle().drawNanos(draws) / 1e9;
        house.at(house.now() + (opening ? OPENING * cycle : cycle), () -> act(in));
    }

    private OperationKind next() {
        while (true) {
            if (step == profile.session().hub()) {
                opening = false;
                if (bids()) {
                    return OperationKind.PLACE_BID;
                }
            }
            Session.Step current = profile.session().step(step);
            if (current.does() != null) {
                follow(current.does());
            }
            double[] open = profile.session()
                    .open(current, following.size(), profile.auctions().slots());
            int chosen = profile.session().choose(current, open, draws.unit());
            step = chosen == Session.END ? profile.session().first() : chosen;
            if (current.does() != null) {
                return current.does();
            }
        }
    }

    private void follow(OperationKind kind) {
        switch (kind) {
            case JOIN_AUCTION -> {
                SimulatedAuction joined = house.choose(draws.unit(), following);
                if (joined != null) {
                    following.add(joined);
                    joined.joined();
                }
            }
            case LEAVE_AUCTION ->
                following.remove(draws.below(following.size())).left();
            case LOGOUT -> end();
            default -> {}
        }
    }

    private void end() {
        following.forEach(SimulatedAuction::left);
        following.clear();
        session = draws.next();
    }

    private boolean bids() {
        int first = following.size() < 2 ? 0 : draws.below(following.size());
        for (int asked = 0; asked < following.size(); asked++) {
            SimulatedAuction auction = following.get((first + asked) % following.size());
            long ceiling = ceiling(auction);
            if (!auction.ledBy(this)
                    && auction.minimumBid() <= ceiling
                    && draws.unit() < profile.bids().probability()) {
                auction.bid(this, amount(auction, ceiling));
                return true;
            }
        }
        return false;
    }

    /** The same each time it is looked at in a session. */
    private long ceiling(SimulatedAuction auction) {
        BidStrategy bids = profile.bids();
        double logarithm = bids.ceilingMean()
                + bids.ceilingDeviation()
                        * Draws.of(session, auction.lotId(), 0).normal();
        return (long) (auction.start() * Math.exp(logarithm));
    }

    private long amount(SimulatedAuction auction, long ceiling) {
        BidStrategy bids = profile.bids();
        double raise = Math.clamp(bids.raiseMean() + bids.raiseDeviation() * draws.normal(), 0, bids.raiseHighest());
        long wished = auction.minimumBid() + (long) (raise * auction.price());
        return Math.max(auction.minimumBid(), Math.min(wished, ceiling));
    }
}
