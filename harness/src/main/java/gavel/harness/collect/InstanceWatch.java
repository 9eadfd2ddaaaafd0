package gavel.harness.collect;

/** Wants to know of instances that come and go. */
public interface InstanceWatch {
    /** Without a watcher. */
    InstanceWatch NOBODY = new InstanceWatch() {
        @Override
        public void watch(Instance instance) {}

        @Override
        public void expectEnd(String instance) {}
    };

    /** Watches one more from now on, or another process of an instance whose end was expected. */
    void watch(Instance instance) throws InterruptedException;

    /** An instance is about to end by an order. */
    void expectEnd(String instance) throws InterruptedException;
}
