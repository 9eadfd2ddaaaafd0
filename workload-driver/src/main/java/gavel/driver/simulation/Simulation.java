package gavel.driver.simulation;

import gavel.driver.profile.Draws;
import gavel.driver.profile.Profile;
import gavel.driver.profile.Zipf;
import gavel.driver.simulation.Scenario.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A discrete-event simulation of a profile's people and of the auctions they bid in, against a server that takes no time. The chain's
 * theory cannot say this, because bids depend on what others do. Some ten million simulated user-seconds take about a second. Used once.
 */
public final class Simulation {
    private static final long HOUSE = -2;

    private final Profile profile;
    private final Scenario scenario;
    private final long seed;
    private final Draws draws;
    private final Totals totals = new Totals();
    private final List<SimulatedAuction> auctions = new ArrayList<>();
    private final List<SimulatedPerson> people = new ArrayList<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>((a, b) -> a.at != b.at ? Double.compare(a.at, b.at) : Long.compare(a.order, b.order));
    private long order;
    private double now;
    private int present;
    private double[] zipf;

    private record Event(double at, long order, Runnable action) {}

    private Simulation(Profile profile, Scenario scenario, long seed) {
        this.profile = profile;
        this.scenario = scenario;
        this.seed = seed;
        this.draws = Draws.of(seed, HOUSE, 0);
    }

    /** What so many users do for so long after a warm-up that is not counted. */
    public static Calibration calibrate(Profile profile, int users, double warmUpSeconds, double seconds, long seed) {
        Stage stage = new Stage(0, users, 3 * profile.cycle().mean());
        return run(profile, new Scenario(List.of(stage), warmUpSeconds, warmUpSeconds + seconds), seed);
    }

    static Calibration run(Profile profile, Scenario scenario, long seed) {
        Simulation simulation = new Simulation(profile, scenario, seed);
        return simulation.run().calibration(scenario, simulation.zipf.length);
    }

    static long acceptedBids(Profile profile, Scenario scenario, long seed) {
        return new Simulation(profile, scenario, seed).run().acceptedBids();
    }

    private Totals run() {
        open(profile.auctions().running(scenario.mostUsers()));
        scenario.stages().forEach(stage -> at(stage.at(), () -> begin(stage)));
        at(scenario.from(), () -> totals.begin(now));
        while (!events.isEmpty() && events.peek().at < scenario.to()) {
            Event event = events.poll();
            now = event.at;
            event.action.run();
        }
        return totals;
    }

    /** As the data set has them: each in another part of its first lot's life. */
    private void open(int count) {
        List<Integer> parts = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            parts.add(draws.below(part + 1), part);
        }
        for (int number = 0; number < count; number++) {
            SimulatedAuction auction = new SimulatedAuction(this, profile.auctions(), number);
            auction.load(LoadedLot.draw(profile.auctions(), parts.get(number), count, draws));
            auctions.add(auction);
        }
    }

    private void begin(Stage stage) {
        zipf = Zipf.cumulative(
                profile.auctions().running(stage.users()), profile.auctions().skew());
        int coming = stage.users() - present;
        for (int i = 0; i < Math.abs(coming); i++) {
            double moment = now + stage.ramp() * (i + 0.5) / Math.abs(coming);
            int number = coming > 0 ? present + i : present - 1 - i;
            if (number == people.size()) {
                people.add(new SimulatedPerson(this, profile, Draws.of(seed, number, 1)));
            }
            SimulatedPerson person = people.get(number);
            at(moment, coming > 0 ? person::come : person::go);
        }
        present = stage.users();
    }

    /** The auction a uniform number picks by Zipf's law, or the next one that is not followed; null when all are. */
    SimulatedAuction choose(double uniform, List<SimulatedAuction> following) {
        int rank = Zipf.pick(zipf, uniform);
        for (int next = 0; next < zipf.length; next++) {
            SimulatedAuction auction = auctions.get((rank + next) % zipf.length);
            if (!following.contains(auction)) {
                return auction;
            }
        }
        return null;
    }

    void at(double time, Runnable action) {
        events.add(new Event(time, order++, action));
    }

    double now() {
        return now;
    }

    Draws draws() {
        return draws;
    }

    Totals totals() {
        return totals;
    }
}
