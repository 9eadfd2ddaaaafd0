package gavel.harness.report.chart;

import static java.util.Locale.ROOT;

import gavel.harness.report.text.Words;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One axis of a chart of points: its title with the unit, its ends, and the round values written beside it. Pure. */
public record Axis(String title, double low, double high, boolean logarithmic, List<Tick> ticks) {
    private static final int TICKS = 5;
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("d MMM HH:mm", ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", ROOT);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMM yyyy", ROOT);
    /** Distances between two dates that people count in. */
    private static final List<Duration> STEPS = List.of(
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12),
            Duration.ofDays(1),
            Duration.ofDays(2),
            Duration.ofDays(7),
            Duration.ofDays(14),
            Duration.ofDays(30),
            Duration.ofDays(91),
            Duration.ofDays(365));

    record Tick(double at, String text) {}

    public Axis {
        ticks = List.copyOf(ticks);
    }

    /** From 0 to a round value that holds the highest. */
    public static Axis fromZero(String title, double highest) {
        Scale.Linear scale = Scale.Linear.fromZero(highest, 0, 1, TICKS);
        return linear(title, scale.low(), scale.high());
    }

    /** Percent that shares are written as, from 0 on. */
    public static Axis percent(String title, double highestShare) {
        Scale.Linear scale = Scale.Linear.fromZero(100 * highestShare, 0, 1, TICKS);
        List<Double> values = scale.ticks(TICKS);
        List<Tick> ticks = values.stream()
                .map(value -> new Tick(value / 100, number(value, digits(values)) + " %"))
                .toList();
        return new Axis(title, 0, scale.high() / 100, false, ticks);
    }

    /** Whole numbers, each with its tick as far as there is room. */
    public static Axis counts(String title, int first, int last) {
        int step = Math.max(1, (int) Math.ceil((last - first) / 20.0));
        List<Tick> ticks = IntStream.iterate(first, n -> n <= last, n -> n + step)
                .mapToObj(n -> new Tick(n, Words.count(n)))
                .toList();
        return new Axis(title, first - 0.4, last + 0.4, false, ticks);
    }

    /** The whole decades that hold both values, of milliseconds. */
    public static Axis decadesOfMillis(String title, double lowest, double highest) {
        Scale.Logarithmic scale = Scale.Logarithmic.decades(lowest, highest, 0, 1);
        List<Tick> ticks = scale.ticks(TICKS).stream()
                .map(value -> new Tick(value, Timelines.label(value, "ms")))
                .toList();
        return new Axis(title, scale.low(), scale.high(), true, ticks);
    }

    /** Dates in UTC, in milliseconds of the epoch. */
    public static Axis time(String title, double from, double to) {
        double margin = Math.max(Duration.ofMinutes(10).toMillis(), (to - from) * 0.04);
        double low = from - margin;
        double high = to + margin;
        Duration step = STEPS.stream()
                .filter(each -> (high - low) / each.toMillis() <= TICKS + 2)
                .findFirst()
                .orElseGet(() -> STEPS.getLast().multipliedBy((long)
                        Math.ceil((high - low) / STEPS.getLast().toMillis() / TICKS)));
        DateTimeFormatter format = step.toDays() >= 30 ? MONTH : step.toDays() >= 1 ? DAY : HOUR;
        List<Tick> ticks = new ArrayList<>();
        for (double at = Math.ceil(low / step.toMillis()) * step.toMillis(); at <= high; at += step.toMillis()) {
            ticks.add(new Tick(at, format.format(Instant.ofEpochMilli((long) at).atOffset(ZoneOffset.UTC))));
        }
        return new Axis(title, low, high, false, ticks);
    }

    private static Axis linear(String title, double low, double high) {
        List<Double> values = new Scale.Linear(low, high, 0, 1).ticks(TICKS);
        List<Tick> ticks = values.stream()
                .map(value -> new Tick(value, number(value, digits(values))))
                .toList();
        return new Axis(title, low, high, false, ticks);
    }

    private static String number(double value, int digits) {
        return value == Math.rint(value)
                ? String.format(ROOT, "%,.0f", value)
                : Words.decimal(value, Math.max(digits, Math.abs(value) < 1 ? 2 : 1));
    }

    /** Behind the point, that tell one value from the next. */
    private static int digits(List<Double> values) {
        // What is lost in computing the step asks for no digit more.
        return Math.max(0, (int) Math.ceil(-Math.log10(values.get(1) - values.get(0)) - 1e-9));
    }

    /** With every other tick, for a narrow drawing. */
    Axis sparse() {
        return new Axis(
                title,
                low,
                high,
                logarithmic,
                IntStream.range(0, ticks.size())
                        .filter(i -> i % 2 == 0)
                        .mapToObj(ticks::get)
                        .toList());
    }

    Scale scale(double from, double to) {
        return logarithmic ? new Scale.Logarithmic(low, high, from, to) : new Scale.Linear(low, high, from, to);
    }
}
