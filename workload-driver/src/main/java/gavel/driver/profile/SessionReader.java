package gavel.driver.profile;

import gavel.driver.api.text.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the chain of a session: names become indices, rows must add up, every step must be reached, reach the end, and be possible. */
final class SessionReader {
    private static final String END = "end";
    private static final int MOST_STEPS = 200;
    /** Every way through these is followed when choices are worked out beforehand, and their number doubles with each. */
    private static final int MOST_SILENT = 16;

    private final YamlSection section;
    private final YamlSection steps;
    private final List<String> names;
    private boolean unknown;

    SessionReader(YamlSection section) {
        this.section = section;
        this.steps = section.section("steps");
        this.names = steps == null ? List.of() : steps.names();
    }

    /** @param slots auctions one person follows at most */
    Session read(int slots) {
        List<Session.Step> read = new ArrayList<>();
        if (names.size() > MOST_STEPS) {
            section.problem("steps", "must be at most " + MOST_STEPS + ": " + names.size());
            return new Session(List.of(), 0, 0);
        }
        for (String name : names) {
            YamlSection step = steps.section(name);
            read.add(step(name, step));
            step.finish();
        }
        int first = index(section, "first", section.text("first"));
        int hub = index(section, "hub", section.text("hub"));
        if (hub >= 0 && read.get(hub).does() != null) {
            section.problem("hub", "must be a step without does, where people are asked for bids: " + names.get(hub));
        }
        section.finish();
        Session session = new Session(read, Math.max(0, first), Math.max(0, hub));
        long silent = read.stream().filter(step -> step.does() == null).count();
        if (silent > MOST_SILENT) {
            section.problem("steps", "must be at most " + MOST_SILENT + " without an operation: " + silent);
        } else if (!unknown && first >= 0 && hub >= 0) {
            checkReached(session);
            new SessionCheck(session, slots, steps::problem).run();
        }
        return session;
    }

    private Session.Step step(String name, YamlSection section) {
        OperationKind kind = section.has("does") ? kind(section) : null;
        Session.Condition when = section.has("when") ? condition(section) : Session.Condition.ALWAYS;
        List<Integer> targets = new ArrayList<>();
        List<Double> percents = new ArrayList<>();
        YamlSection then = section.section("then");
        if (then != null) {
            double sum = 0;
            for (String target : then.names()) {
                double percent = then.number(target);
                if (percent < 0) {
                    then.problem(target, "must not be negative: " + percent);
                }
                targets.add(target.equals(END) ? Session.END : index(then, target, target));
                percents.add(percent);
                sum += percent;
            }
            if (Math.abs(sum - 100) > 1e-6) {
                section.problem("then", "must add up to 100: " + sum);
            }
        }
        return new Session.Step(name, kind, when, targets, percents);
    }

    private OperationKind kind(YamlSection section) {
        String title = section.text("does");
        for (OperationKind kind : OperationKind.values()) {
            if (kind.title().equals(title)) {
                if (kind.background()) {
                    section.problem("does", "is done by followers, not by a person: " + title);
                } else if (kind == OperationKind.PLACE_BID) {
                    section.problem("does", "is done by who wishes to bid (bids.probability), not by a step: " + title);
                }
                return kind;
            }
        }
        section.problem("does", "names no operation: " + title + Nearest.hint(title, OperationKind.titles()));
        return null;
    }

    private Session.Condition condition(YamlSection section) {
        String title = section.text("when");
        List<String> titles = new ArrayList<>();
        for (Session.Condition condition : Session.Condition.values()) {
            if (condition.title().equals(title)) {
                return condition;
            }
            titles.add(condition.title());
        }
        section.problem("when", "is no condition: " + title + Nearest.hint(title, titles));
        return Session.Condition.ALWAYS;
    }

    private int index(YamlSection owner, String key, String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            unknown = true;
            owner.problem(key, "names no step: " + name + Nearest.hint(name, names));
        }
        return index;
    }

    private void checkReached(Session session) {
        int size = session.steps().size();
        Set<Integer> reached = new HashSet<>(List.of(session.first(), session.hub()));
        for (int round = 0; round <= size; round++) {
            for (int i = 0; i < size; i++) {
                if (reached.contains(i)) {
                    reached.addAll(session.step(i).targets());
                }
            }
        }
        for (int i = 0; i < size; i++) {
            if (!reached.contains(i)) {
                steps.problem(
                        names.get(i),
                        "is never reached from " + names.get(session.first()) + ": delete it, or name it in a then");
            }
        }
    }
}
