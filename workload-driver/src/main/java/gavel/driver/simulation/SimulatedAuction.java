package gavel.driver.simulation;

import gavel.driver.profile.Profile;

/** An auction of a simulation: one lot after the other, each ended by silence. Money is in cents. */
final class SimulatedAuction {
    private final Simulation house;
    private final Profile.Auctions timing;
    private final int number;
    private int attendees;
    private int lot;
    private long start;
    private long price;
    private Object leader;
    private double openedAt;
    private double deadline;
    private boolean lastCall;

    SimulatedAuction(Simulation house, Profile.Auctions timing, int number) {
        this.house = house;
        this.timing = timing;
        this.number = number;
    }

    /** As the data set has it. No user leads. */
    void load(LoadedLot loaded) {
        lot++;
        start = loaded.start();
        price = loaded.price();
        leader = price == 0 ? null : this;
        openedAt = -loaded.age();
        lastCall = loaded.silent() >= timing.lastCallSeconds();
        silentFor(timing.lastCallSeconds() + (lastCall ? timing.closeSeconds() : 0) - loaded.silent());
    }

    private void open() {
        lot++;
        start = LoadedLot.startingPrice(house.draws());
        price = 0;
        leader = null;
        openedAt = house.now();
        lastCall = false;
        silentFor(timing.lastCallSeconds());
    }

    private void silentFor(double seconds) {
        deadline = house.now() + seconds;
        house.at(deadline, this::due);
    }

    private void due() {
        if (house.now() < deadline) {
            return;
        }
        house.totals().news(attendees);
        if (!lastCall) {
            lastCall = true;
            silentFor(timing.closeSeconds());
            return;
        }
        house.totals().closed(house.now() - openedAt, leader != null);
        open();
        house.totals().news(attendees);
        house.totals().currentLots(attendees);
    }

    void bid(SimulatedPerson person, long amount) {
        price = amount;
        leader = person;
        lastCall = false;
        silentFor(timing.lastCallSeconds());
        house.totals().news(attendees);
        house.totals().accepted();
    }

    boolean ledBy(SimulatedPerson person) {
        return leader == person;
    }

    long minimumBid() {
        return price == 0 ? start : LoadedLot.minimumAfter(price);
    }

    long price() {
        return price == 0 ? start : price;
    }

    long start() {
        return start;
    }

    /** Of the lot that is open; no other lot has the same. */
    long lotId() {
        return (long) number << 32 | lot;
    }

    void joined() {
        house.totals().attending(house.now(), 1);
        attendees++;
    }

    void left() {
        house.totals().attending(house.now(), -1);
        attendees--;
    }
}
