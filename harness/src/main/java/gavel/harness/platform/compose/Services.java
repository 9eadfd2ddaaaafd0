package gavel.harness.platform.compose;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Partition;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.container.ContainerImages;
import gavel.harness.platform.container.ContainerMemory;
import gavel.harness.platform.container.ContainerProbe;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tiers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Services of a Compose file for instances and tools: pure. Nothing of them is root, has a capability, or writes but to its own directory.
 *
 * @param made the deployment was made with
 * @param hosts of the deployment
 * @param user the containers have
 * @param mounts directories and files of this machine that several see, by their places in containers
 * @param descriptors each may have open; -1 for what the engine gives
 */
record Services(
        Project project,
        Configuration made,
        List<Partition> hosts,
        ImageNames images,
        HostDirectories.User user,
        Map<String, String> mounts,
        long descriptors) {
    private static final int MOST_PROCESSES = 4_096;
    /** In MiB, where nothing limits it. */
    private static final long SHARED = 1_024;

    /** Where it can be read again and nothing of it goes, whatever the engine does with other logs; it has no word for no limit. */
    private static final Map<String, Object> LOGGING =
            Map.of("driver", "json-file", "options", Map.of("max-size", "1000g"));

    private static final Duration GRACE = Duration.ofSeconds(40);
    private static final Duration HEALTH = Duration.ofSeconds(5);

    /** Where its connections are: at an address of its own, or that of the first container of its host, whose network it shares. */
    record Network(String address, String shared) {
        static Network at(String address) {
            return new Network(address, null);
        }

        static Network of(String service) {
            return new Network(null, service);
        }

        private void into(Map<String, Object> service) {
            if (shared == null) {
                service.put("networks", Map.of("default", Map.of("ipv4_address", address)));
            } else {
                service.put("network_mode", "service:" + shared);
            }
        }
    }

    /** @param command with the places of its program in it */
    Map<String, Object> instance(InstanceSpec spec, Launch.Command command, Network network) {
        Map<String, Object> service = service(spec.name(), spec.tier(), spec.host());
        service.put("image", images.of(ContainerImages.of(spec, command.program())));
        command(service, command.command(), command.environment());
        network.into(service);
        long memory = ContainerMemory.limit(spec, made, hosts);
        if (memory > 0) {
            service.put("mem_limit", memory + "m");
            // What is swapped out answers too late.
            service.put("memswap_limit", memory + "m");
        }
        if (List.of(Tiers.RELATIONAL, Tiers.SERVICES).contains(spec.tier())) {
            // What processes of PostgreSQL sort and join together: by itself a container has 64 MiB for that.
            service.put("shm_size", (memory > 0 ? memory : SHARED) + "m");
        }
        double cpu = cpu(spec.host());
        if (cpu > 0) {
            service.put("cpus", cpu);
        }
        service.put("stop_signal", "SIG" + command.signal());
        service.put("stop_grace_period", GRACE.toSeconds() + "s");
        // A program that ends with its standard input does not end.
        service.put("stdin_open", true);
        if (spec.stage() == Stage.LOAD) {
            service.put("profiles", List.of("load"));
        }
        List<String> probe = ContainerProbe.of(spec, Project.KEPT);
        if (!probe.isEmpty()) {
            service.put("healthcheck", health(probe, spec.ready().patience()));
        }
        labels(service).put("gavel.stage", Integer.toString(spec.stage().ordinal()));
        return service;
    }

    double cpu(String host) {
        return hosts.stream()
                .filter(part -> part.name().equals(host))
                .mapToDouble(Partition::cpu)
                .findFirst()
                .orElse(0);
    }

    /** One that ends by itself. */
    Map<String, Object> tool(String name, String host, Step.Command command, Network network) {
        Map<String, Object> service = service(name, Tiers.TOOLS, host);
        service.put("image", images.of(ContainerImages.of(command.program())));
        command(service, command.command(), command.environment());
        network.into(service);
        service.put("profiles", List.of("tools"));
        return service;
    }

    private Map<String, Object> service(String name, String tier, String host) {
        Map<String, Object> service = new LinkedHashMap<>();
        service.put("image", "");
        // A registry may have one of that name, which is not Gavel's.
        service.put("pull_policy", "never");
        service.put("container_name", project.container(name));
        service.put("user", user.words());
        service.put("read_only", true);
        service.put("cap_drop", List.of("ALL"));
        service.put("security_opt", List.of("no-new-privileges:true"));
        service.put("tmpfs", List.of("/tmp:mode=1777,size=256m"));
        service.put("pids_limit", MOST_PROCESSES);
        service.put("logging", LOGGING);
        if (descriptors > 0) {
            service.put("ulimits", Map.of("nofile", descriptors));
        }
        service.put("working_dir", Project.KEPT);
        service.put(
                "volumes",
                Stream.concat(
                                Stream.of(bind("./hosts/" + host, Project.KEPT)),
                                mounts.entrySet().stream().map(mount -> bind(mount.getValue(), mount.getKey())))
                        .toList());
        Map<String, Object> labels = new LinkedHashMap<>();
        labels.put(Engine.INSTANCE, name);
        labels.put(Engine.TIER, tier);
        labels.put(Engine.HOST, host);
        service.put("labels", labels);
        return service;
    }

    private static Map<String, Object> bind(String source, String target) {
        Map<String, Object> bind = new LinkedHashMap<>();
        bind.put("type", "bind");
        bind.put("source", source);
        bind.put("target", target);
        if (target.startsWith("/etc/")) {
            bind.put("read_only", true);
        }
        return bind;
    }

    private static void command(Map<String, Object> service, List<String> words, Map<String, String> environment) {
        // As process 1 a JVM takes the whole grace of a stop, and does not collect the exit codes of orphans.
        service.put("entrypoint", List.of("/usr/bin/tini", "--"));
        service.put("command", words);
        if (!environment.isEmpty()) {
            service.put("environment", environment);
        }
    }

    private static Map<String, Object> health(List<String> probe, Duration patience) {
        Map<String, Object> health = new LinkedHashMap<>();
        health.put("test", Stream.concat(Stream.of("CMD"), probe.stream()).toList());
        health.put("interval", HEALTH.toSeconds() + "s");
        health.put("timeout", HEALTH.toSeconds() + "s");
        health.put("retries", Math.max(1, patience.toSeconds() / HEALTH.toSeconds()));
        return health;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> labels(Map<String, Object> service) {
        return (Map<String, Object>) service.get("labels");
    }
}
