package gavel.harness.failover;

import gavel.driver.api.text.Nearest;
import gavel.harness.failover.Fault.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Which faults are made, tier by tier, and which cannot be. Pure.
 *
 * @param faults in the order they are made
 * @param omitted faults that were not named and cannot be made
 */
public record FaultPlan(List<Fault> faults, List<Omitted> omitted) {
    /**
     * A fault that cannot be made, and why.
     *
     * @param fault that was asked for
     * @param why one sentence for the reader
     */
    public record Omitted(Fault fault, String why) {}

    /**
     * The instance of a tier that faults are made of.
     *
     * @param instances of the tier
     * @param unsafe why it must not end; null when it may
     * @param uncut what it lacks for its network to be cut; null when that can be
     * @param staying what it lacks for its host to go away; null when that can be
     */
    public record Candidate(String tier, String instance, int instances, String unsafe, String uncut, String staying) {
        private String hinders(Kind kind) {
            return switch (kind) {
                case KILL, RESTART -> unsafe;
                case CUT -> uncut;
                case HOST -> unsafe == null ? staying : unsafe;
                case FREEZE -> null;
            };
        }
    }

    public FaultPlan {
        faults = List.copyOf(faults);
        omitted = List.copyOf(omitted);
    }

    /**
     * @param tiers as typed; empty for all
     * @param kinds as typed; empty for all that can be made
     * @param problems gets what is wrong with what was typed
     */
    public static FaultPlan of(
            List<Candidate> candidates, List<String> tiers, List<String> kinds, List<String> problems) {
        List<String> names = candidates.stream().map(Candidate::tier).toList();
        tiers.stream()
                .filter(tier -> !names.contains(tier))
                .forEach(tier -> problems.add(
                        "there is no such tier in this deployment (--tiers): " + tier + Nearest.hint(tier, names)));
        List<Kind> wanted = kinds(kinds, problems);
        List<Fault> faults = new ArrayList<>();
        List<Omitted> omitted = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (!tiers.isEmpty() && !tiers.contains(candidate.tier())) {
                continue;
            }
            for (Kind kind : wanted) {
                Fault fault = new Fault(candidate.tier(), candidate.instances(), candidate.instance(), kind);
                String hindered = candidate.hinders(kind);
                if (hindered == null) {
                    faults.add(fault);
                } else if (!tiers.isEmpty() && !kinds.isEmpty()) {
                    problems.add(fault.words() + " cannot be made: " + candidate.instance() + " " + hindered
                            + " (--tiers, --faults)");
                } else if (!kind.rare() || !kinds.isEmpty()) {
                    omitted.add(new Omitted(fault, hindered));
                }
            }
        }
        if (faults.isEmpty() && problems.isEmpty()) {
            problems.add("no fault that was asked for can be made here: "
                    + omitted.stream()
                            .findFirst()
                            .map(first -> first.fault().instance() + " " + first.why())
                            .orElse("there is no instance of these tiers that is Gavel's")
                    + " (--tiers, --faults)");
        }
        return new FaultPlan(faults, omitted);
    }

    private static List<Kind> kinds(List<String> typed, List<String> problems) {
        if (typed.isEmpty()) {
            return List.of(Kind.values());
        }
        List<String> words = List.of(Kind.values()).stream().map(Kind::word).toList();
        List<Kind> kinds = new ArrayList<>();
        for (String word : typed) {
            int index = words.indexOf(word);
            if (index < 0) {
                problems.add("there is no such fault (--faults): " + word + Nearest.hint(word, words));
            } else if (kinds.contains(Kind.values()[index])) {
                problems.add("--faults must be named once each, --repeat makes them again: " + word);
            } else {
                kinds.add(Kind.values()[index]);
            }
        }
        return kinds;
    }

    /** The same faults so many times, the whole walk again each time. */
    public List<Fault> repeated(int times) {
        List<Fault> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            all.addAll(faults);
        }
        return all;
    }
}
