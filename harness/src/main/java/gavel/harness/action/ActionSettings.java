package gavel.harness.action;

import gavel.harness.setting.Durations;
import gavel.harness.setting.Rules;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * One action of a configuration: what is done to the running deployment, and when.
 *
 * @param at time from the beginning of the measurement on, as in {@code load.path}
 * @param do_ what is done
 * @param tier tier that is scaled; null for every other action
 * @param to number of instances the tier is scaled to; null for every other action
 * @param instance instance that is acted on; null where a tier is scaled
 */
public record ActionSettings(Duration at, Kind do_, String tier, Integer to, String instance) {
    /** What can be done. Each but {@link #SCALE} is done to one instance. */
    public enum Kind {
        /** Starts or stops instances of a tier until there are so many. */
        SCALE,
        /** Asks it to end, as an administrator would. */
        STOP,
        /** Starts it again after it was stopped or killed. */
        START,
        /** Ends it at once: SIGKILL. */
        KILL,
        /** Stops its execution: it keeps its memory and connections, and does nothing. */
        FREEZE,
        /** Lets a frozen one go on. */
        THAW,
        /** Takes its network away. */
        CUT,
        /** Gives it back. */
        RECONNECT,
        /** Takes its host away with everything on it. */
        AWAY,
        /** Brings its host back, and starts it there. */
        BACK;

        /** As it stands in a file. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ActionSettings {
        boolean scale = do_ == Kind.SCALE;
        Rules rules = new Rules()
                .that(at != null, "at", "must be a time after the beginning of the measurement, such as 60s", at)
                .that(at == null || !at.isNegative(), "at", "must be >= 0s", at == null ? null : Durations.text(at))
                .that(do_ != null, "do", "must say what is done, such as scale or kill", do_);
        if (do_ != null) {
            rules.that(
                            scale == (tier != null),
                            "tier",
                            scale ? "must name the tier that is scaled" : "is for do: scale",
                            tier)
                    .that(
                            scale == (to != null),
                            "to",
                            scale ? "must be the number of instances" : "is for do: scale",
                            to)
                    .that(!scale || to == null || to >= 1, "to", "must be > 0", to)
                    .that(
                            scale == (instance == null),
                            "instance",
                            scale
                                    ? "is not for do: scale, which acts on a tier"
                                    : "must name the instance that is acted on",
                            instance);
        }
        rules.check();
    }

    /** In words: {@code scale appServers to 3}, {@code kill app1}. */
    public String text() {
        return do_ == Kind.SCALE ? "scale " + tier + " to " + to : do_.word() + " " + instance;
    }

    /** Whether both act on one instance, or both scale one tier. */
    boolean changesTheSame(ActionSettings other) {
        return Objects.equals(instance, other.instance) && Objects.equals(tier, other.tier);
    }
}
