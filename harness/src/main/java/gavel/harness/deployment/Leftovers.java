package gavel.harness.deployment;

import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** What a harness that was killed could not stop itself. Works from the recorded processes, never by name. */
public record Leftovers(Deployments deployments, Consumer<String> console) {
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Whether the deployment of that name belonged to one command, which is gone, or can be used by none. */
    public boolean unowned(String name) {
        RunDirectory directory = deployments.existing(name);
        return deployments.idle(name)
                && (!Files.exists(directory.state())
                        || Remembered.damage(directory).isPresent()
                        || deployments.state(directory).temporary());
    }

    /** Why a deployment cannot be taken down in the usual way: its files cannot be read. */
    public Optional<String> damage(String name) {
        return Remembered.damage(deployments.existing(name));
    }

    public void remove(String name) {
        RunDirectory directory = deployments.existing(name);
        Host host = deployments.hosts().apply(directory.path());
        for (HostProcess process : host.recorded()) {
            if (process.alive()) {
                console.accept("stopping " + process.name() + " (pid " + process.pid() + ")");
            }
            process.stop(GRACE);
        }
        host.reunite();
        directory.delete().forEach(remark -> console.accept("! " + remark));
        console.accept("removed " + directory.path());
    }

    /** Makes room for a deployment of that name, where only a killed command stands in its way. */
    public void makeRoom(String name) {
        if (deployments.names().contains(name) && unowned(name)) {
            remove(name);
        }
    }
}
