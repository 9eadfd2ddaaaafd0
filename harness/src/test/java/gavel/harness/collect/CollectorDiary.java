package gavel.harness.collect;

import java.util.function.Consumer;

/** Tells what it is asked for, and sees nothing. */
public class CollectorDiary implements Collector {
    private final Consumer<String> entries;

    public CollectorDiary(Consumer<String> entries) {
        this.entries = entries;
    }

    @Override
    public void beginMeasurement() {
        entries.accept("begin");
    }

    @Override
    public void endMeasurement() {
        entries.accept("end");
    }

    @Override
    public void watch(Instance instance) {
        entries.accept("watch " + instance.name());
    }

    @Override
    public void expectEnd(String instance) {
        entries.accept("expect the end of " + instance);
    }

    @Override
    public Sample latest() {
        return Sample.NONE;
    }

    @Override
    public Collected collected() {
        return Collected.NOTHING;
    }

    @Override
    public void close() {
        entries.accept("close");
    }
}
