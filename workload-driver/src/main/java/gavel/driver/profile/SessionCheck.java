package gavel.driver.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Walks a chain over every pair of step and number of auctions followed that a session can get to. Finds what no user could do: joining
 * beyond the slots, leaving what is not followed, never coming to an end, and steps that only draw and lead to each other for ever.
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
                    for (int target : next(place.step(), following)) {
                        if (target != Session.END) {
                            open.add(new Place(target, following));
                        }
                    }
                }
            }
        }
        if (wrong.isEmpty()) {
            endless(seen);
        }
        for (int i = 0; i < session.steps().size(); i++) {
            if (silent(i) && leadsBack(i)) {
                problems.accept(session.step(i).name(), "does nothing and leads to itself without an operation");
            }
        }
    }

    /** A step may name the end, and yet never get there: by a weight of 0, or by a condition that never holds. */
    private void endless(Set<Place> seen) {
        Set<Place> stuck = new HashSet<>(seen);
        Set<Place> ending = new HashSet<>();
        while (stuck.removeIf(place -> ends(place, ending) && ending.add(place))) {
            continue;
        }
        Set<Integer> steps = new TreeSet<>();
        stuck.forEach(place -> steps.add(place.step()));
        if (stuck.contains(new Place(session.first(), 0))) {
            // Then no step has a way, and one tells it.
            steps.retainAll(Set.of(session.first()));
        }
        steps.forEach(step -> problems.accept(
                session.step(step).name(),
                "never leads to end: weights of 0 and conditions that never hold are no way there"));
    }

    private boolean ends(Place place, Set<Place> ending) {
        int following = after(session.step(place.step()), place.following());
        return next(place.step(), following).stream()
                .anyMatch(target -> target == Session.END || ending.contains(new Place(target, following)));
    }

    private static int after(Session.Step step, int following) {
        if (step.does() == OperationKind.JOIN_AUCTION) {
            return following + 1;
        }
        return step.does() == OperationKind.LEAVE_AUCTION ? following - 1 : following;
    }

    /** The steps one can go to, the end among them; where nothing is open the session goes on with the hub. */
    private List<Integer> next(int from, int following) {
        Session.Step step = session.step(from);
        double[] shares = session.open(step, following, slots);
        List<Integer> targets = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] > 0) {
                targets.add(step.targets().get(i));
            }
        }
        return targets.isEmpty() ? List.of(session.hub()) : targets;
    }

    private boolean silent(int step) {
        return session.step(step).does() == null;
    }

    private boolean leadsBack(int start) {
        Set<Integer> seen = new HashSet<>();
        ArrayDeque<Integer> open = new ArrayDeque<>(successors(start));
        while (!open.isEmpty()) {
            int step = open.poll();
            if (step == start) {
                return true;
            }
            if (silent(step) && seen.add(step)) {
                open.addAll(successors(step));
            }
        }
        return false;
    }

    /** The steps that may follow, however many auctions are; after the end of a session that of the next one. */
    private List<Integer> successors(int step) {
        List<Integer> targets = new ArrayList<>();
        for (int following = 0; following <= slots; following++) {
            next(step, following).forEach(target -> targets.add(target == Session.END ? session.first() : target));
        }
        return targets;
    }
}
