package gavel.harness.platform.kubernetes;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Partition;
import gavel.harness.platform.ssh.Ground;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pods of a deployment as machines, each with the name of its host.
 *
 * @param hosts of the deployment
 * @param memory of their addresses
 * @param ways by which this machine reaches their ports
 */
record PodGround(List<String> hosts, ClusterMemory memory, Ways ways) implements Ground {
    /** How this machine reaches a port of a pod. */
    @FunctionalInterface
    interface Ways {
        /** @return address and port of this machine */
        String to(String host, String address, int port);
    }

    private static final Pattern SERVICE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){3}):(\\d{1,5})");

    /** Before there are pods, the name of each stands for its address; later, one without an address is not there. */
    @Override
    public List<MachineSettings> machines() {
        Map<String, String> addresses = memory.addresses();
        return hosts.stream()
                .filter(host -> addresses.isEmpty() || addresses.containsKey(host))
                .map(host -> new MachineSettings(
                        host,
                        addresses.getOrDefault(host, host),
                        null,
                        null,
                        null,
                        null,
                        List.of("appServers"),
                        null,
                        null,
                        null))
                .toList();
    }

    @Override
    public List<Partition> parts() {
        return List.of();
    }

    @Override
    public List<Partition> parts(String machine) {
        return List.of();
    }

    @Override
    public String machine(String host) {
        return hosts.contains(host) ? host : "";
    }

    @Override
    public String directory() {
        return PodObjects.KEPT;
    }

    @Override
    public String reached(String text) {
        Map<String, String> addresses = memory.addresses();
        return SERVICE.matcher(text).replaceAll(service -> {
            Optional<String> host = addresses.entrySet().stream()
                    .filter(pod -> pod.getValue().equals(service.group(1)))
                    .map(Map.Entry::getKey)
                    .findFirst();
            return Matcher.quoteReplacement(
                    host.map(its -> ways.to(its, service.group(1), Integer.parseInt(service.group(2))))
                            .orElse(service.group()));
        });
    }
}
