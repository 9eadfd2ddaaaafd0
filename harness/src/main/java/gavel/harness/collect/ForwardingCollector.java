package gavel.harness.collect;

/** A collector that adds to what another one sees, which it closes with itself. */
public abstract class ForwardingCollector implements Collector {
    private final Collector collector;

    protected ForwardingCollector(Collector collector) {
        this.collector = collector;
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
    public void beginMeasurement() throws InterruptedException {
        collector.beginMeasurement();
    }

    @Override
    public void endMeasurement() throws InterruptedException {
        collector.endMeasurement();
    }

    @Override
    public Sample latest() {
        return collector.latest();
    }

    @Override
    public LiveFigures figures() throws InterruptedException {
        return collector.figures();
    }

    @Override
    public Collected collected() {
        return collector.collected();
    }

    @Override
    public void close() {
        collector.close();
    }
}
