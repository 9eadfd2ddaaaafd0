package gavel.harness.collect.power;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.ForwardingCollector;
import gavel.harness.collect.Power;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Asks a meter for the power drawn, every few seconds of the measurement, beside what another collector sees. A meter that mostly told nothing
 * has told nothing of the measurement.
 */
public final class MeteredCollector extends ForwardingCollector {
    private static final long EVERY_MILLIS = 2_000;

    private final Meter meter;
    private final List<Double> watts = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private int unanswered;
    private Thread asking;

    private MeteredCollector(Collector collector, Meter meter) {
        super(collector);
        this.meter = meter;
    }

    /** @param program that prints watts; null without a meter */
    public static Collector of(Collector collector, String program) {
        return program == null ? collector : new MeteredCollector(collector, new Meter(program));
    }

    @Override
    public void beginMeasurement() throws InterruptedException {
        super.beginMeasurement();
        stop();
        synchronized (watts) {
            watts.clear();
            unanswered = 0;
        }
        asking = Thread.ofVirtual().name("meter").start(this::ask);
    }

    private void ask() {
        try {
            while (true) {
                Meter.Reading reading = meter.read();
                synchronized (watts) {
                    if (reading.problem().isEmpty()) {
                        watts.add(reading.watts());
                    } else {
                        unanswered++;
                        problems.add("the meter " + meter.program() + ": " + reading.problem());
                    }
                }
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void endMeasurement() throws InterruptedException {
        super.endMeasurement();
        stop();
    }

    private void stop() throws InterruptedException {
        if (asking != null) {
            asking.interrupt();
            asking.join();
            asking = null;
        }
    }

    @Override
    public Collected collected() {
        Collected collected = super.collected();
        synchronized (watts) {
            Power power = watts.isEmpty() || watts.size() < unanswered
                    ? Power.NONE
                    : new Power(
                            watts.stream()
                                    .mapToDouble(Double::doubleValue)
                                    .average()
                                    .orElseThrow(),
                            "meter " + meter.program());
            return collected.with(power, List.copyOf(problems));
        }
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        super.close();
    }
}
