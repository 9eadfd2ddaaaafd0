package gavel.harness.platform.kubernetes;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A cluster before anything runs there, which tells nobody of its nodes: what keeps a deployment from it is what the user may not do. What has no
 * host is done by this machine.
 */
record KubernetesMachine(Machine here, Kubectl kubectl) implements Machine {
    @Override
    public String name() {
        return here.name();
    }

    @Override
    public HostFacts facts() {
        return here.facts();
    }

    @Override
    public HostDescription description() {
        return here.description();
    }

    @Override
    public List<String> obstacles(List<Partition> parts) {
        return new Rights(kubectl).problems();
    }

    @Override
    public Optional<Path> program(List<String> patterns) {
        return here.program(patterns);
    }

    @Override
    public String ask(List<String> command) {
        return here.ask(command);
    }

    @Override
    public Said tried(List<String> command) {
        return here.tried(command);
    }

    @Override
    public int administer(List<String> command, Duration longest, Consumer<String> lines) throws InterruptedException {
        return here.administer(command, longest, lines);
    }

    /** Each pod has all of them. */
    @Override
    public boolean portFree(int port) {
        return true;
    }
}
