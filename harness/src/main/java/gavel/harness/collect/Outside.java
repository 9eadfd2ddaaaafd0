package gavel.harness.collect;

import static java.util.Locale.ROOT;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU that processes outside the run took.
 *
 * @param share of all cores, 0..1
 * @param processes the largest of them, by the name of their command; none where they cannot be seen or ended too soon
 * @param own share of all cores that the processes of the run took, without interrupts and threads of the kernel; 0 in older results
 */
public record Outside(
        double share,
        List<Taker> processes,
        @JsonSetter(nulls = Nulls.AS_EMPTY) double own) {
    public static final Outside NONE = new Outside(0, List.of());

    private static final int NAMED = 3;
    private static final double WORTH_A_NAME = 0.01;

    public Outside {
        processes = processes == null ? List.of() : List.copyOf(processes);
    }

    /** Where the run itself took nothing. */
    public Outside(double share, List<Taker> processes) {
        this(share, processes, 0);
    }

    /**
     * @param command name of the program
     * @param share of all cores that every process of this name took together
     */
    public record Taker(String command, double share) {
        public Taker {
            command = command.intern();
        }
    }

    public static Outside of(double share, Map<String, Double> byCommand) {
        return of(share, byCommand, 0);
    }

    /** @param byCommand shares of all cores; the smaller ones are left out */
    public static Outside of(double share, Map<String, Double> byCommand, double own) {
        return new Outside(
                share,
                byCommand.entrySet().stream()
                        .map(entry -> new Taker(entry.getKey(), entry.getValue()))
                        .filter(taker -> taker.share() >= WORTH_A_NAME)
                        .sorted(Comparator.comparingDouble(Taker::share).reversed())
                        .limit(NAMED)
                        .toList(),
                own);
    }

    /** Over several times of the same length. */
    public static Outside mean(List<Outside> parts) {
        return mean(parts, Collections.nCopies(parts.size(), 1.0));
    }

    /** @param seconds that each of the parts lasted */
    public static Outside mean(List<Outside> parts, List<Double> seconds) {
        double all = seconds.stream().mapToDouble(Double::doubleValue).sum();
        double share = 0;
        double own = 0;
        Map<String, Double> byCommand = new LinkedHashMap<>();
        for (int i = 0; i < parts.size() && all > 0; i++) {
            double weight = seconds.get(i) / all;
            share += weight * parts.get(i).share();
            own += weight * parts.get(i).own();
            parts.get(i)
                    .processes()
                    .forEach(taker -> byCommand.merge(taker.command(), weight * taker.share(), Double::sum));
        }
        return of(share, byCommand, own);
    }

    /** Such as "71 % of the machine (stress-ng 70 %)". */
    public String words() {
        List<String> names = new ArrayList<>();
        processes.forEach(taker -> names.add(taker.command() + " " + percent(taker.share())));
        double named = processes.stream().mapToDouble(Taker::share).sum();
        if (named < share / 2) {
            names.add((names.isEmpty() ? "" : "the rest ") + "ended too soon to be named, or cannot be seen from here");
        }
        return percent(share) + " of the machine (" + String.join(", ", names) + ")";
    }

    private static String percent(double share) {
        return String.format(ROOT, "%.0f %%", 100 * share);
    }
}
