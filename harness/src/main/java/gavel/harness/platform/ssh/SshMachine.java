package gavel.harness.platform.ssh;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.Machine;
import gavel.harness.platform.ssh.host.SshHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A machine that is reached by ssh. */
record SshMachine(SshHost host) implements Machine {
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
    public boolean portFree(int port) {
        return host.far().portFree(port);
    }

    @Override
    public ClockOffset clock() {
        return host.clock();
    }
}
