package gavel.harness.collect.power;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Asks a meter for the power drawn, every few seconds of the measurement, beside what another collector sees. */
public final class MeteredCollector implements Collector {
    private static final long EVERY_MILLIS = 2_000;

    private final Collector collector;
    private final Meter meter;
    private final List<Double> watts = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private Thread asking;

    private MeteredCollector(Collector collector, Meter meter) {
        this.collector = collector;
        this.meter = meter;
    }

    /** @param program that prints watts; null without a meter */
    public static Collector of(Collector collector, String program) {
        return program == null ? collector : new MeteredCollector(collector, new Meter(program));
    }

    @Override
    public void beginMeasurement() throws InterruptedException {
        collector.beginMeasurement();
        stop();
        synchronized (watts) {
            watts.clear();
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
        collector.endMeasurement();
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
    public void watch(Instance instance) throws InterruptedException {
        collector.watch(instance);
    }

    @Override
    public void expectEnd(String instance) throws InterruptedException {
        collector.expectEnd(instance);
    }

    @Override
    public Sample latest() {
        return collector.latest();
    }

    @Override
    public Collected collected() {
        Collected collected = collector.collected();
        synchronized (watts) {
            Power power = watts.isEmpty()
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
        collector.close();
    }
}
