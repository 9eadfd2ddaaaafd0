package gavel.harness.deployment;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.Removal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a harness that was killed could not stop itself. Works from the recorded processes, never by name. */
public record AbandonedDeployments(Deployments deployments, Platforms platforms, Consumer<String> console) {
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

    /** @return whether nothing of it is left anywhere */
    public boolean remove(String name) {
        RunDirectory directory = deployments.existing(name);
        Platform platform = platform(directory);
        platform.remains().stream()
                .filter(HostRemains::reachable)
                .flatMap(host -> host.processes().stream())
                .filter(HostRemains.Recorded::alive)
                .forEach(process -> console.accept("stopping " + process.name() + " (pid " + process.pid() + ")"));
        platform.others(List.of()).forEach(instance -> instance.stop(GRACE));
        Removal removal = platform.remove();
        removal.remarks().forEach(remark -> console.accept("! " + remark));
        removal.left().forEach(host -> console.accept("! " + host.line()));
        console.accept(
                removal.complete()
                        ? "removed " + directory.path()
                        : "kept " + directory.path() + " until those hosts can be reached: `gavel clean` tries again");
        return removal.complete();
    }

    private Platform platform(RunDirectory directory) {
        try {
            return platforms.platform(directory.path(), deployments.made(directory));
        } catch (ConfigurationException damaged) {
            console.accept("! which other machines it used is not known any more: " + directory.configuration()
                    + " cannot be read");
            try {
                platforms.remembered(directory.path()).forEach(host -> console.accept("! " + host.line()));
            } catch (EnvironmentException damagedToo) {
                console.accept("! " + damagedToo.getMessage());
            }
            return platforms.remainder(directory.path());
        }
    }

    /** Makes room for a deployment of that name, where only a killed command stands in its way. */
    public void makeRoom(String name) {
        if (deployments.names().contains(name) && unowned(name)) {
            remove(name);
        }
    }
}
