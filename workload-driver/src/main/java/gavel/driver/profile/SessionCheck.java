package gavel.driver.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Walks a chain over every pair of step and number of auctions followed that a session can get to, with all it may have done before. Finds
 * what no user could do: joining beyond the slots, leaving what is not followed, going on from what was never shown, never coming to an
 * end or doing so without a logout, and steps that only draw and lead to each other for ever.
 */
final class SessionCheck {
    private final Session session;
    private final int slots;
    private final BiConsumer<String, String> problems;

    private record Place(int step, int following) {}

    /** A place, and what the session has shown or made until there. */
    private record Visit(Place place, Set<Known> known) {}

    /** What operations go on from. */
    private enum Known {
        SESSION(OperationKind.LOGIN),
        LIST(OperationKind.LIST_AUCTIONS),
        /** An auction of the list that is not attended yet. */
        CHOICE(OperationKind.LIST_AUCTIONS),
        CATALOGUE(OperationKind.AUCTION_DETAIL),
        ITEM(OperationKind.ITEM_DETAIL),
        /** An item of one's own that is in no auction yet. */
        OWN_ITEM(OperationKind.ADD_ITEM);

        private final OperationKind source;

        Known(OperationKind source) {
            this.source = source;
        }

        /** Null for what can be done at the door. */
        static Known neededBy(OperationKind kind) {
            return switch (kind) {
                case HOME, REGISTER, LOGIN -> null;
                case JOIN_AUCTION -> CHOICE;
                case AUCTION_DETAIL -> LIST;
                case ITEM_DETAIL -> CATALOGUE;
                case VIEW_IMAGE -> ITEM;
                case UPLOAD_IMAGE, MANAGE_AUCTION -> OWN_ITEM;
                default -> SESSION;
            };
        }

        static Set<Known> after(OperationKind kind, Set<Known> before) {
            Set<Known> known = EnumSet.noneOf(Known.class);
            known.addAll(before);
            for (Known each : values()) {
                if (each.source == kind) {
                    known.add(each);
                }
            }
            if (kind == OperationKind.JOIN_AUCTION) {
                known.remove(CHOICE);
            } else if (kind == OperationKind.MANAGE_AUCTION) {
                known.remove(OWN_ITEM);
            }
            return known;
        }
    }

    /** @param problems takes a step's name and what is wrong with it */
    SessionCheck(Session session, int slots, BiConsumer<String, String> problems) {
        this.session = session;
        this.slots = slots;
        this.problems = problems;
    }

    void run() {
        Set<Integer> wrong = new HashSet<>();
        Set<Visit> seen = new HashSet<>(List.of(new Visit(new Place(session.first(), 0), Set.of())));
        ArrayDeque<Visit> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Visit visit = open.poll();
            Session.Step step = session.step(visit.place().step());
            int following = after(step, visit.place().following());
            String problem = problem(step.does(), following, visit.known());
            if (problem == null) {
                next(visit, following).filter(seen::add).forEach(open::add);
            } else if (wrong.add(visit.place().step())) {
                problems.accept(step.name(), problem);
            }
        }
        if (wrong.isEmpty()) {
            endless(seen.stream().map(Visit::place).collect(Collectors.toSet()));
        }
        for (int i = 0; i < session.steps().size(); i++) {
            if (silent(i) && leadsBack(i)) {
                problems.accept(session.step(i).name(), "does nothing and leads to itself without an operation");
            }
            ending(session.step(i));
        }
    }

    /** Whose session was not ended by a logout would come again as the same person, with its connections, cache and auctions. */
    private void ending(Session.Step step) {
        boolean ends = false;
        boolean goesOn = false;
        for (int i = 0; i < step.targets().size(); i++) {
            boolean possible = step.percents().get(i) > 0;
            ends |= possible && step.targets().get(i) == Session.END;
            goesOn |= possible && step.targets().get(i) != Session.END;
        }
        if (step.does() == OperationKind.LOGOUT && goesOn) {
            problems.accept(step.name(), "goes on after Logout, which ends a session: then must be {end: 100}");
        } else if (step.does() != OperationKind.LOGOUT && ends) {
            problems.accept(step.name(), "leads to end without Logout: name a step that does it in place of end");
        }
    }

    private Stream<Visit> next(Visit visit, int following) {
        int step = visit.place().step();
        Set<Known> known = Known.after(session.step(step).does(), visit.known());
        return next(step, following).stream()
                .filter(target -> target != Session.END)
                .map(target -> new Visit(new Place(target, following), known));
    }

    /** Why nobody could do this; null where somebody can. */
    private String problem(OperationKind does, int following, Set<Known> known) {
        if (following < 0) {
            return "leaves an auction though none is followed: add when: attending";
        }
        if (following > slots) {
            return "joins an auction though all " + slots + " slots are taken: add when: slotFree";
        }
        Known needed = does == null ? null : Known.neededBy(does);
        return needed == null || known.contains(needed)
                ? null
                : "does " + does.title() + ", and a way leads there without " + needed.source.title() + " before it";
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
