package gavel.driver.profile;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A discrete-event simulation of a profile's people and of the auctions they bid in, against a server that takes no time: what the
 * chain's theory cannot say, because bids depend on what others do. Some 100,000 simulated user-seconds take about a second.
 */
public final class CalibrationModel {
    private static final int CYCLES_OF_ARRIVAL = 3;

    /** The first sessions of a run are opened at this share of their cycles, as users do. */
    private static final double OPENING = 0.2;

    private final Profile profile;
    private final int users;
    private final double warmUp;
    private final double until;
    private final Draws draws;
    private final List<Auction> auctions = new ArrayList<>();
    private final double[] zipf;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>((a, b) -> a.at != b.at ? Double.compare(a.at, b.at) : Long.compare(a.order, b.order));
    private final Map<OperationKind, Long> counts = new EnumMap<>(OperationKind.class);
    private long order;
    private double now;
    private long accepted;
    private long news;
    private double attendance;
    private double attendanceSince;
    private long attending;
    private double lotSeconds;
    private long lots;
    private long sold;

    private record Event(double at, long order, Runnable action) {}

    private final class Auction {
        private final List<Person> attendees = new ArrayList<>();
        private BigDecimal start;
        private BigDecimal price;
        private Person leader;
        private double openedAt;
        private double deadline;
        private boolean lastCall;
        private int lot;

        void open(boolean midLife) {
            lot++;
            start = BigDecimal.valueOf(10 * Math.exp(draws.unit() * Math.log(50)))
                    .setScale(2, RoundingMode.HALF_UP);
            price = null;
            leader = null;
            openedAt = now;
            if (midLife) {
                // As the loader opens lots: somewhere between the starting price and the ceilings, its deadline
                // staggered.
                double ceiling = Math.exp(
                        profile.bids().ceilingMean() + 0.8 * profile.bids().ceilingDeviation());
                double raised = 1 + draws.unit() * (ceiling - 1);
                price = start.multiply(BigDecimal.valueOf(raised)).setScale(2, RoundingMode.DOWN);
                leader = new Person(-1);
            }
            lastCall = false;
            deadline = now + profile.auctions().lastCallSeconds() * (midLife ? draws.unit() : 1);
            at(deadline, this::due);
        }

        void due() {
            if (now < deadline) {
                return;
            }
            publish();
            if (!lastCall) {
                lastCall = true;
                deadline = now + profile.auctions().closeSeconds();
                at(deadline, this::due);
                return;
            }
            if (now > warmUp) {
                lots++;
                sold += leader != null ? 1 : 0;
                lotSeconds += now - openedAt;
            }
            open(false);
            publish();
            attendees.forEach(person -> count(OperationKind.CURRENT_LOT));
        }

        BigDecimal minimumBid() {
            if (price == null) {
                return start;
            }
            BigDecimal increment = price.multiply(new BigDecimal("0.01")).setScale(2, RoundingMode.HALF_UP);
            return price.add(increment.max(BigDecimal.ONE));
        }

        void bid(Person person, BigDecimal amount) {
            price = amount;
            leader = person;
            lastCall = false;
            deadline = now + profile.auctions().lastCallSeconds();
            at(deadline, this::due);
            publish();
            if (now > warmUp) {
                accepted++;
            }
        }

        private void publish() {
            if (now > warmUp) {
                news += attendees.size();
                counts.merge(OperationKind.NEXT_BID, (long) attendees.size(), Long::sum);
            }
        }
    }

    private final class Person {
        private final Draws own;
        private final List<Auction> following = new ArrayList<>();
        private final Map<Auction, Ceiling> ceilings = new HashMap<>();
        private int step = profile.session().first();
        private boolean opening = true;

        Person(long id) {
            own = Draws.of(users, id, 1);
        }

        void act() {
            opening &= step != profile.session().hub();
            if (step == profile.session().hub() && wishesToBid()) {
                count(OperationKind.PLACE_BID);
                pause();
                return;
            }
            Session.Step current = profile.session().step(step);
            OperationKind kind = current.does();
            if (kind != null) {
                count(kind);
                follow(kind);
                if (kind == OperationKind.LOGOUT) {
                    end();
                }
            }
            double[] open = profile.session()
                    .open(current, following.size(), profile.auctions().slots());
            int next = profile.session().choose(current, open, own.unit());
            step = next == Session.END ? profile.session().first() : next;
            if (kind == null) {
                act();
            } else {
                pause();
            }
        }

        private void pause() {
            double cycle = profile.cycle().drawNanos(own) / 1e9;
            at(now + (opening ? OPENING * cycle : cycle), this::act);
        }

        private void follow(OperationKind kind) {
            if (kind == OperationKind.JOIN_AUCTION) {
                Auction joined;
                do {
                    joined = auctions.get(zipf(own));
                } while (following.contains(joined));
                attend(1);
                following.add(joined);
                joined.attendees.add(this);
            } else if (kind == OperationKind.LEAVE_AUCTION) {
                leave(own.below(following.size()));
            }
        }

        private void leave(int index) {
            attend(-1);
            Auction left = following.remove(index);
            left.attendees.remove(this);
        }

        private void end() {
            while (!following.isEmpty()) {
                leave(0);
            }
            ceilings.clear();
        }

        private boolean wishesToBid() {
            List<Auction> asked = new ArrayList<>(following);
            while (!asked.isEmpty()) {
                Auction auction = asked.remove(own.below(asked.size()));
                Ceiling ceiling = ceilings.get(auction);
                if (ceiling == null || ceiling.lot != auction.lot) {
                    ceiling = new Ceiling(auction.lot, profile.bids().ceiling(auction.start, own));
                    ceilings.put(auction, ceiling);
                }
                BigDecimal minimum = auction.minimumBid();
                if (auction.leader != this
                        && minimum.compareTo(ceiling.amount) <= 0
                        && own.unit() < profile.bids().probability()) {
                    BigDecimal price = auction.price == null ? auction.start : auction.price;
                    auction.bid(this, profile.bids().amount(minimum, price, ceiling.amount, own));
                    return true;
                }
            }
            return false;
        }
    }

    private record Ceiling(int lot, BigDecimal amount) {}

    private CalibrationModel(Profile profile, int users, double warmUp, double seconds, long seed) {
        this.profile = profile;
        this.users = users;
        this.warmUp = warmUp;
        this.until = warmUp + seconds;
        this.draws = Draws.of(seed, -2, 0);
        this.zipf = Zipf.cumulative(
                profile.auctions().running(users), profile.auctions().skew());
    }

    /** Simulates so many users for so long after a warm-up that is not counted. */
    public static Calibration run(Profile profile, int users, double warmUpSeconds, double seconds, long seed) {
        return new CalibrationModel(profile, users, warmUpSeconds, seconds, seed).run();
    }

    private Calibration run() {
        for (int i = 0; i < zipf.length; i++) {
            Auction auction = new Auction();
            auction.open(true);
            auctions.add(auction);
        }
        for (int i = 0; i < users; i++) {
            at(draws.unit() * profile.cycle().mean() * CYCLES_OF_ARRIVAL, new Person(i)::act);
        }
        at(warmUp, () -> attend(0));
        while (!events.isEmpty() && events.peek().at <= until) {
            Event event = events.poll();
            now = event.at;
            event.action.run();
        }
        now = until;
        attend(0);
        double userSeconds = users * (until - warmUp);
        Map<OperationKind, Double> rates = new EnumMap<>(OperationKind.class);
        counts.forEach((kind, count) -> rates.put(kind, count / userSeconds));
        return new Calibration(
                users,
                userSeconds,
                rates,
                accepted / userSeconds,
                news / userSeconds,
                attendance / (until - warmUp) / auctions.size(),
                lotSeconds / Math.max(1, lots),
                (double) sold / Math.max(1, lots));
    }

    private int zipf(Draws stream) {
        return Zipf.pick(zipf, stream.unit());
    }

    private void attend(int change) {
        if (now > warmUp) {
            attendance += attending * (now - Math.max(attendanceSince, warmUp));
        }
        attendanceSince = now;
        attending += change;
    }

    private void count(OperationKind kind) {
        if (now > warmUp) {
            counts.merge(kind, 1L, Long::sum);
        }
    }

    private void at(double time, Runnable action) {
        events.add(new Event(time, order++, action));
    }
}
