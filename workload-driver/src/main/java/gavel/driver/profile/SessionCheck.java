package gavel.driver.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Walks a chain over every pair of step and number of auctions followed that a session can get to. Finds what no user could do: joining
 * beyond the slots, leaving what is not followed, and steps that only draw and lead to each other for ever.
 */
final class SessionCheck {
    private final Session session;
    private final int slots;
    private final BiConsumer<String, String> problems;

    private record Place(int step, int following) {}

    /** @param problems takes a step's name and what is wrong with it */
    SessionCheck(Session session, int slots, BiConsumer<String, String> problems) {
        this.session = session;
        this.slots = slots;
        this.problems = problems;
    }

    void run() {
        Set<Integer> wrong = new HashSet<>();
        Set<Place> seen = new HashSet<>();
        ArrayDeque<Place> open = new ArrayDeque<>(List.of(new Place(session.first(), 0)));
        while (!open.isEmpty()) {
            Place place = open.poll();
            if (seen.add(place) && !wrong.contains(place.step())) {
                Session.Step step = session.step(place.step());
                int following = after(step, place.following());
                if (following < 0 || following > slots) {
                    wrong.add(place.step());
                    problems.accept(
                            step.name(),
                            following < 0
                                    ? "leaves an auction though none is followed: add when: attending"
                                    : "joins an auction though all " + slots + " slots are taken: add when: slotFree");
                } else {
                    open.addAll(next(place.step(), following));
                }
            }
        }
        for (int i = 0; i < session.steps().size(); i++) {
            if (silent(i) && leadsBack(i)) {
                problems.accept(session.step(i).name(), "does nothing and leads to itself without an operation");
            }
        }
    }

    private static int after(Session.Step step, int following) {
        if (step.does() == OperationKind.JOIN_AUCTION) {
            return following + 1;
        }
        return step.does() == OperationKind.LEAVE_AUCTION ? following - 1 : following;
    }

    /** The places one can go to; where nothing is open the session goes on with the hub, after its end at the door. */
    private List<Place> next(int from, int following) {
        Session.Step step = session.step(from);
        double[] shares = session.open(step, following, slots);
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            int target = step.targets().get(i);
            if (shares[i] > 0 && target != Session.END) {
                places.add(new Place(target, following));
            } else if (shares[i] > 0) {
                places.add(new Place(session.first(), 0));
            }
        }
        double any = 0;
        for (double share : shares) {
            any += share;
        }
        if (any == 0) {
            places.add(new Place(session.hub(), following));
        }
        return places;
    }

    private boolean silent(int step) {
        return session.step(step).does() == null;
    }

    private boolean leadsBack(int start) {
        Set<Integer> seen = new HashSet<>();
        ArrayDeque<Place> open = new ArrayDeque<>();
        for (int following = 0; following <= slots; following++) {
            open.addAll(next(start, following));
        }
        while (!open.isEmpty()) {
            int step = open.poll().step();
            if (step == start) {
                return true;
            }
            if (silent(step) && seen.add(step)) {
                for (int following = 0; following <= slots; following++) {
                    open.addAll(next(step, following));
                }
            }
        }
        return false;
    }
}
