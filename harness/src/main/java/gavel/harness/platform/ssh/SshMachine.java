package gavel.harness.platform.ssh;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.Machine;
import gavel.harness.platform.ssh.host.FarMachine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A machine that is reached by ssh, as it is when it is looked at. */
final class SshMachine implements Machine {
    private final FarMachine host;
    private Set<Integer> taken;

    SshMachine(FarMachine host) {
        this.host = host;
    }

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public HostFacts facts() {
        return host.far().facts();
    }

    @Override
    public HostDescription description() {
        return host.far().description();
    }

    @Override
    public List<String> obstacles(List<Partition> parts) {
        return host.far().obstacles(parts);
    }

    @Override
    public Optional<Path> program(List<String> patterns) {
        return Optional.ofNullable(host.far().program(patterns)).map(Path::of);
    }

    @Override
    public String ask(List<String> command) {
        return host.far().ask(command);
    }

    @Override
    public Said tried(List<String> command) {
        return host.far().tried(command);
    }

    @Override
    public int administer(List<String> command, Duration longest, Consumer<String> lines) throws InterruptedException {
        return host.far().administer(command, longest, lines);
    }

    @Override
    public synchronized boolean portFree(int port) {
        // One question for all ports that are chosen: they are as many as there are instances, on as many
        // machines.
        if (taken == null) {
            taken = Set.copyOf(host.far().takenPorts());
        }
        return !taken.contains(port);
    }

    @Override
    public List<String> unanswered(List<String> sockets) {
        return host.far().unanswered(sockets);
    }

    @Override
    public ClockOffset clock() {
        return host.clock();
    }
}
