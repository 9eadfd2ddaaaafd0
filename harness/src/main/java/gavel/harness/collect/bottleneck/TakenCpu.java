package gavel.harness.collect.bottleneck;

import static java.util.Locale.ROOT;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * CPU of the machine under test that others took: processes outside the run, and the hypervisor for other machines.
 *
 * @param stealShare of all cores, 0..1
 * @param when part of a sentence about the time it was taken in; empty for the whole measurement
 */
public record TakenCpu(Outside outside, double stealShare, String when) {
    /** Of all cores: a limit that breaks while others take more says nothing about the platform. */
    public static final double PERMITTED = 0.10;

    private static final double WORTH_SAYING = 0.01;

    static TakenCpu of(MachineUse machine, String when) {
        return new TakenCpu(machine.outside(), machine.stealShare(), when);
    }

    /** Over the whole measurement, or over the seconds in which limits broke where only then it was too much; of several hosts the worst. */
    public static TakenCpu of(Collected collected, BrokenTime broken) {
        TakenCpu whole = worst(collected, "");
        Collected then = broken.narrow(collected);
        TakenCpu part = worst(then, String.format(ROOT, " during the %.0f s in which limits broke", then.seconds()));
        return !whole.tooMuch() && part.tooMuch() ? part : whole;
    }

    static TakenCpu worst(Collected collected, String when) {
        return collected.byHost().entrySet().stream()
                .map(host -> of(host.getValue().machine(), on(host.getKey()) + when))
                .max(Comparator.comparingDouble(TakenCpu::share))
                .orElseThrow();
    }

    /**
     * In the usual second of some: the lower median, so that what only flares up does not count. It is taken of each process too, so no part is
     * larger than the whole.
     *
     * @param samples at least one
     */
    public static TakenCpu usual(List<Sample> samples) {
        Map<String, Double> byCommand = new LinkedHashMap<>();
        samples.stream()
                .flatMap(sample -> sample.outside().processes().stream())
                .map(Outside.Taker::command)
                .distinct()
                .forEach(command -> byCommand.put(command, median(samples, sample -> share(sample, command))));
        double all = median(samples, sample -> sample.outside().share());
        return new TakenCpu(Outside.of(all, byCommand), median(samples, Sample::stealShare), "");
    }

    private static double share(Sample sample, String command) {
        return sample.outside().processes().stream()
                .filter(taker -> taker.command().equals(command))
                .mapToDouble(Outside.Taker::share)
                .sum();
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> share) {
        double[] sorted = samples.stream().mapToDouble(share).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }

    static String on(String host) {
        return host.isEmpty() ? "" : " on host " + host;
    }

    public double share() {
        return outside.share() + stealShare;
    }

    public boolean tooMuch() {
        return share() > PERMITTED;
    }

    /** Whether processes outside the run took more of it than the hypervisor. */
    boolean mostlyOutside() {
        return outside.share() >= stealShare;
    }

    /** One sentence without its full stop. */
    public String statement() {
        List<String> takers = new ArrayList<>();
        String stolen = String.format(ROOT, "%.0f %% of", 100 * stealShare);
        if (mostlyOutside()) {
            takers.add("Processes outside the run took " + outside.words());
            if (stealShare >= WORTH_SAYING) {
                takers.add("the hypervisor took " + stolen + " it");
            }
        } else {
            takers.add("The hypervisor took " + stolen + " the machine's CPU");
            if (outside.share() >= WORTH_SAYING) {
                takers.add("processes outside the run took " + outside.words());
            }
        }
        return String.join(", and ", takers) + when;
    }

    public String advice() {
        return mostlyOutside()
                ? "stop them, and measure again"
                : "give the machine dedicated cores, or measure when other virtual machines are idle";
    }
}
