package gavel.harness.action;

import gavel.driver.api.text.Nearest;
import gavel.harness.action.ActionSettings.Kind;
import gavel.harness.action.Targets.Target;
import gavel.harness.setting.Durations;
import gavel.harness.setting.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The actions of a run in the order they are done, held against the deployment before anything starts: pure. It follows what each action
 * leaves behind, so an instance is thawed only after it was frozen, and acted on only while it exists.
 */
public final class Timeline {
    private static final Set<Kind> ENDING = Set.of(Kind.STOP, Kind.KILL, Kind.AWAY);

    private final List<ActionSettings> actions;
    private final Targets.Scaled scaled;

    /** @param actions as configured; null stands for one that could not be read */
    public Timeline(List<ActionSettings> actions) {
        this(actions, null);
    }

    /** @param scaled the tier that can be scaled; null where what waits for what is not asked for */
    public Timeline(List<ActionSettings> actions, Targets.Scaled scaled) {
        this.actions = Collections.unmodifiableList(new ArrayList<>(actions));
        this.scaled = scaled;
    }

    /** In the order of their times; those of one moment stay as they were written. */
    public List<ActionSettings> inOrder() {
        return order().map(actions::get).toList();
    }

    /**
     * Of the actions in order, those that one has to wait for, however long they take: the others of its instance or tier, and what its instance
     * comes or goes by. A tier is scaled when all of its instances run.
     */
    List<Integer> before(int index) {
        List<ActionSettings> order = inOrder();
        ActionSettings action = order.get(index);
        List<Integer> before = new ArrayList<>();
        int count = scaled == null ? 0 : scaled.count();
        for (int i = 0; i < index; i++) {
            ActionSettings earlier = order.get(i);
            if (earlier.changesTheSame(action) || scaled != null && scales(earlier, action, count)) {
                before.add(i);
            }
            count = earlier.to() == null ? count : earlier.to();
        }
        return before;
    }

    /** @param count of instances before the earlier one */
    private boolean scales(ActionSettings earlier, ActionSettings later, int count) {
        if (later.do_() == Kind.SCALE) {
            return scaled.names(scaled.most()).contains(earlier.instance());
        }
        return earlier.do_() == Kind.SCALE
                && scaled.names(count).contains(later.instance())
                        != scaled.names(earlier.to()).contains(later.instance());
    }

    private Stream<Integer> order() {
        return IntStream.range(0, actions.size())
                .boxed()
                .filter(index -> actions.get(index) != null)
                .sorted(Comparator.comparing(index -> actions.get(index).at()));
    }

    /** Most instances of the scaled tier there are at any time. */
    public static int most(int count, List<ActionSettings> actions) {
        return actions.stream()
                .filter(Objects::nonNull)
                .map(ActionSettings::to)
                .filter(Objects::nonNull)
                .reduce(count, Math::max);
    }

    /**
     * Finds every action that cannot be done.
     *
     * @param end of the measurement
     * @param rules get the problems, by paths such as {@code actions[1].instance}
     */
    public void check(Duration end, Targets targets, Rules rules) {
        new Walk(targets, rules).walk(end);
    }

    /** In what state an action leaves an instance; one that is not among these runs. */
    private record Left(Kind by, int index) {}

    private final class Walk {
        private final Targets targets;
        private final Rules rules;
        private final Map<String, Left> left = new LinkedHashMap<>();
        private int count;

        Walk(Targets targets, Rules rules) {
            this.targets = targets;
            this.rules = rules;
            this.count = targets.scaled().count();
        }

        void walk(Duration end) {
            order().forEach(index -> {
                ActionSettings action = actions.get(index);
                if (action.at().compareTo(end) >= 0) {
                    rule(
                            index,
                            "at",
                            "must be before the measurement ends, " + Durations.text(end),
                            Durations.text(action.at()));
                }
                if (action.do_() == Kind.SCALE) {
                    scale(index, action);
                } else {
                    act(index, action);
                }
            });
            left.forEach(this::mustEnd);
        }

        private void scale(int index, ActionSettings action) {
            Targets.Scaled scaled = targets.scaled();
            if (!action.tier().equals(scaled.tier())) {
                rule(index, "tier", "must be " + scaled.tier() + ", the one that can be scaled", action.tier());
                return;
            }
            if (scaled.fixed() != null) {
                rule(index, "tier", scaled.fixed(), action.tier());
            }
            if (action.to() > scaled.most()) {
                rule(index, "to", "must be <= " + scaled.most() + ", " + scaled.limit(), action.to());
                return;
            }
            String hindered = scaled.names(Math.max(count, action.to())).stream()
                    .filter(left::containsKey)
                    .collect(Collectors.joining(", "));
            if (!hindered.isEmpty()) {
                rule(index, "do", "needs all of its tier running, and these are not: " + hindered, action.text());
            }
            count = action.to();
        }

        private void act(int index, ActionSettings action) {
            String name = action.instance();
            Target target = targets.target(name);
            if (target == null || !exists(name)) {
                List<String> names = new ArrayList<>(targets.scaled().names(count));
                names.addAll(targets.instances().keySet());
                rule(index, "instance", "must be one that exists then" + Nearest.hint(name, names), name);
                return;
            }
            Kind kind = action.do_();
            Left state = left.get(name);
            Kind undone = undone(kind);
            if (undone == null && state != null) {
                rule(
                        index,
                        "do",
                        "needs it running, and it is not after "
                                + actions.get(state.index()).text(),
                        action.text());
            } else if (undone != null && (state == null || undone(kind, state.by()) == null)) {
                rule(index, "do", "needs " + before(kind) + " of the instance before it", action.text());
            } else if (ENDING.contains(kind) && target.unsafe() != null) {
                rule(index, "instance", target.unsafe(), name);
                return;
            } else if (kind == Kind.CUT && target.uncut() != null) {
                rule(index, "do", target.uncut(), action.text());
            } else if (kind == Kind.AWAY && target.staying() != null) {
                rule(index, "do", target.staying(), action.text());
            }
            if (undone == null) {
                left.put(name, new Left(kind, index));
            } else {
                left.remove(name);
            }
        }

        private boolean exists(String name) {
            return targets.instances().containsKey(name)
                    || targets.scaled().names(count).contains(name);
        }

        private void mustEnd(String name, Left state) {
            Target target = targets.target(name);
            boolean mayStay = (state.by() == Kind.STOP || state.by() == Kind.KILL) && !target.audited();
            if (!mayStay) {
                String end =
                        switch (state.by()) {
                            case FREEZE -> "thaw";
                            case CUT -> "reconnect";
                            case AWAY -> "back";
                            default -> "start";
                        };
                rule(
                        state.index(),
                        "do",
                        "needs a " + end + " of it before the measurement ends, as the audit comes after",
                        actions.get(state.index()).text());
            }
        }

        private void rule(int index, String component, String rule, Object actual) {
            rules.that(false, "actions[" + index + "]." + component, rule, actual);
        }
    }

    /** What it undoes, null for an action that undoes none. */
    private static Kind undone(Kind kind) {
        return switch (kind) {
            case START -> Kind.STOP;
            case THAW -> Kind.FREEZE;
            case RECONNECT -> Kind.CUT;
            case BACK -> Kind.AWAY;
            default -> null;
        };
    }

    private static Kind undone(Kind kind, Kind state) {
        return undone(kind) == state || kind == Kind.START && state == Kind.KILL ? state : null;
    }

    private static String before(Kind kind) {
        return switch (kind) {
            case START -> "a stop or kill";
            case BACK -> "an away";
            default -> "a " + undone(kind).word();
        };
    }
}
