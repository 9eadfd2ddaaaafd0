package gavel.harness.failover;

import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers.Condition;
import java.time.Duration;
import java.util.Locale;

/**
 * One fault of one instance.
 *
 * @param tier it is made to
 * @param instances of its tier, the others go on
 * @param instance it is made to
 * @param kind what is done to it
 */
public record Fault(String tier, int instances, String instance, Kind kind) {
    /** What is done to an instance, what has to be seen of it then, and what heals it. */
    public enum Kind {
        /** It ends at once (SIGKILL) and is started again, as by a supervisor. */
        KILL(ActionSettings.Kind.KILL, Condition.GONE, ActionSettings.Kind.START),
        /** It stands still for a while and goes on. */
        FREEZE(ActionSettings.Kind.FREEZE, Condition.FROZEN, ActionSettings.Kind.THAW),
        /** It is asked to end, may finish what it began, and is started again. */
        RESTART(ActionSettings.Kind.STOP, Condition.GONE, ActionSettings.Kind.START),
        /** It has no network for a while. */
        CUT(ActionSettings.Kind.CUT, Condition.CUT_OFF, ActionSettings.Kind.RECONNECT),
        /** Its host goes away with everything on it, and comes back: a pod is deleted, a machine is switched off. */
        HOST(ActionSettings.Kind.AWAY, Condition.GONE, ActionSettings.Kind.BACK);

        private final ActionSettings.Kind makes;
        private final Condition effect;
        private final ActionSettings.Kind heals;

        Kind(ActionSettings.Kind makes, Condition effect, ActionSettings.Kind heals) {
            this.makes = makes;
            this.effect = effect;
            this.heals = heals;
        }

        /** What the instance is after it. */
        public Condition effect() {
            return effect;
        }

        /** Whether it lasts for a set time, and not only until the instance has started again. */
        public boolean lasts() {
            return this == FREEZE || this == CUT;
        }

        /** Whether it needs a deployment of some kind: where nobody asks for it, nobody misses it. */
        boolean rare() {
            return this == CUT || this == HOST;
        }

        /** As it is typed. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ActionSettings makes() {
        return new ActionSettings(Duration.ZERO, kind.makes, null, null, instance);
    }

    public ActionSettings heals() {
        return new ActionSettings(Duration.ZERO, kind.heals, null, null, instance);
    }

    /** In words: {@code kill of app1}. */
    public String words() {
        return (kind == Kind.HOST ? "loss of the host" : kind.word()) + " of " + instance;
    }
}
