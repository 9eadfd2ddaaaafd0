package gavel.harness.platform.container;

import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Ready;
import java.net.URI;
import java.util.List;

/** A command inside a container that succeeds when its instance is ready, for containers that run without Gavel: pure. */
public final class ContainerProbe {
    private ContainerProbe() {}

    /**
     * Empty where it is ready at once.
     *
     * @param run directory of the instance inside its container
     */
    public static List<String> of(InstanceSpec instance, String run) {
        return switch (instance.ready()) {
            case Ready.AtOnce _ -> List.of();
            case Ready.Listening listening -> takes(listening.addresses().getFirst(), listening.port());
            case Ready.Answers answers ->
                List.of("curl", "-sf", "-o", "/dev/null", answers.page().toString());
            case Ready.Tells tells -> takes(tells.page().getHost(), tells.page().getPort());
            case Ready.Login login -> {
                URI address = URI.create(login.url().replaceFirst("^jdbc:", ""));
                yield takes(address.getHost(), address.getPort());
            }
            case Ready.Says says -> List.of("test", "-s", run + "/" + says.file());
        };
    }

    private static List<String> takes(String address, int port) {
        return List.of("bash", "-c", "exec 3<>/dev/tcp/" + address + "/" + port);
    }
}
