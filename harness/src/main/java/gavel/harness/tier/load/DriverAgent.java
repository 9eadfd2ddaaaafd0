package gavel.harness.tier.load;

import gavel.harness.config.Configuration;
import gavel.harness.setting.Rules;
import gavel.harness.tier.JavaCommand;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Workload drivers that take orders on a control port, each with a key of its own. They always end with the run. */
public final class DriverAgent implements Tier {
    /** Of the ports: where orders are taken. */
    public static final String CONTROL = "control";

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration READY = Duration.ofSeconds(30);

    /** @param index of the driver, from 0 */
    public static String name(int index) {
        return "driver" + (index + 1);
    }

    /** Where a driver on that host takes orders: on another machine only on its loopback. */
    public static String address(TopologyContext context, String host) {
        return context.placement().machine(host).isEmpty() && !context.made().clustered()
                ? context.locations().hosts().get(host).address()
                : LOOPBACK;
    }

    @Override
    public String name() {
        return Tiers.DRIVER;
    }

    @Override
    public void check(Configuration configuration, Rules rules) {
        JavaCommand.check("drivers", configuration.drivers().jvmFlags(), rules);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        return IntStream.range(0, context.configuration().drivers().count())
                .mapToObj(index -> instance(context, index))
                .toList();
    }

    /** Every address where the deployment can be reached, and no other. */
    private static String targets(TopologyContext context) {
        return FrontDoors.doors(context).stream().map(URI::getHost).distinct().collect(Collectors.joining(","));
    }

    private static InstanceSpec instance(TopologyContext context, int index) {
        String name = name(index);
        String address = address(context, context.host(Tiers.DRIVER, index));
        int port = context.ports().agents().get(index);
        String key = name + "-key";
        long heap = context.driverSizing().driverHeap();
        JavaCommand java = new JavaCommand(
                context.locations().java(),
                heap,
                context.temporary(),
                context.driverSizing().driverFlags(context.configuration().drivers()));
        List<String> command = java.jar(
                context.locations().driverJar(),
                "agent",
                "--address",
                address,
                "--port",
                Integer.toString(port),
                "--key-file",
                context.settings(key),
                "--allow-target",
                targets(context));
        return InstanceSpec.of(
                        Tiers.DRIVER,
                        name,
                        Launch.Command.java(command, true)
                                .at(context.configuration().drivers().nice()))
                .on(context.host(Tiers.DRIVER, index))
                .file(FileSpec.secret("settings/" + key, Secret.agent(name).reference()))
                .port(CONTROL, port)
                .heap(heap)
                .ready(new Ready.Listening(address, port, READY))
                .stage(Stage.LOAD)
                .build();
    }
}
