package gavel.harness.platform.local;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.platform.RunningInstance;
import gavel.harness.topology.InstanceSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A directory that instances share. It goes with the run directory. */
record LocalStorage(InstanceSpec spec, ImageDirectory directory) implements RunningInstance {
    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public String version() {
        return directory.description();
    }

    @Override
    public Optional<Instance> watched() {
        return directory.statistics().map(mount -> Instance.elsewhere(spec.tier(), spec.name())
                .reporting(mount));
    }

    @Override
    public Optional<StartedProcess> started() {
        return Optional.empty();
    }

    @Override
    public List<String> log(int last) {
        return List.of();
    }

    @Override
    public void kill() {}

    @Override
    public void freeze() {}

    @Override
    public void thaw() {}

    @Override
    public void connect(boolean connected) {}

    @Override
    public void stop(Duration grace) {}
}
