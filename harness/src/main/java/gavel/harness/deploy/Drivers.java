package gavel.harness.deploy;

import gavel.harness.tier.load.DriverAgent;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The workload drivers of a run, started side by side and stopped with it. */
public final class Drivers implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private final RunningTopology running;

    public Drivers(RunningTopology running) {
        this.running = running;
    }

    /** Where orders are taken, and what they have to show. */
    public record Contact(URI address, String key) {
        @Override
        public String toString() {
            return "Contact[" + address + "]";
        }
    }

    public void start() throws IOException, InterruptedException {
        running.start(Stage.LOAD);
    }

    public List<Contact> contacts() {
        return running.topology().of(Tiers.DRIVER).stream()
                .map(driver -> new Contact(
                        running.platform()
                                .reach(
                                        driver.host(),
                                        URI.create("https://" + DriverAgent.address(running.context(), driver.host())
                                                + ":" + driver.ports().get(DriverAgent.CONTROL))),
                        running.value(Secret.agent(driver.name()))))
                .toList();
    }

    /** Where they are. */
    public List<String> hosts() {
        return running.topology().of(Tiers.DRIVER).stream()
                .map(InstanceSpec::host)
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        running.stop(Tiers.DRIVER, GRACE);
    }
}
