package gavel.harness.platform.local.isolation;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import java.util.ArrayList;
import java.util.List;

/**
 * How the parts of one deployment are called and addressed on this machine. Written down before any of it is made, so that all of it is
 * found again. Pure.
 *
 * @param tag short name of the deployment in the kernel's name spaces, unique on the machine
 * @param deployment for people who meet the devices
 * @param subnet first three numbers of the network; null when no part is addressed
 * @param filtered whether the machine's packet filter sees what crosses the bridge, and so needs a rule that lets it pass
 */
public record Layout(String tag, String deployment, String subnet, boolean filtered, List<Partition> partitions) {
    private static final int FIRST_HOST = 11;
    private static final int FIRST_VIRTUAL = 201;
    static final int MOST_ADDRESSED = FIRST_VIRTUAL - FIRST_HOST;

    public Layout {
        partitions = List.copyOf(partitions);
        long addressed = partitions.stream().filter(Partition::addressed).count();
        if (addressed > MOST_ADDRESSED) {
            throw new EnvironmentException("at most " + MOST_ADDRESSED + " hosts fit into one network: " + addressed
                    + "; let instances share");
        }
    }

    public Partition partition(String name) {
        return partitions.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no part of this machine is called " + name));
    }

    /** At most 15 characters, as the kernel wants it of every device. */
    String bridge() {
        return tag + "br";
    }

    /** The end of the part's cable that is plugged into the bridge. */
    String link(Partition part) {
        return tag + "-" + partitions.indexOf(part);
    }

    String namespace(Partition part) {
        return tag + "-" + part.name();
    }

    public String address(Partition part) {
        return subnet + "." + (FIRST_HOST + partitions.indexOf(part));
    }

    /** Of the machine itself, in the parts' network. */
    public String machineAddress() {
        return subnet + ".1";
    }

    /** An address that belongs to no part for good. */
    public String virtualAddress(int index) {
        return subnet + "." + (FIRST_VIRTUAL + index);
    }

    public String network() {
        return subnet + ".0/24";
    }

    /** Makes bridge, namespaces and cables; those that are there are left out. */
    List<List<String>> making(List<String> existingLinks, List<String> existingNamespaces) {
        List<List<String>> commands = new ArrayList<>();
        if (subnet == null) {
            return commands;
        }
        if (!existingLinks.contains(bridge())) {
            commands.add(ip("link", "add", bridge(), "type", "bridge"));
            commands.add(ip("link", "set", bridge(), "alias", "gavel " + deployment));
            commands.add(ip("address", "add", machineAddress() + "/24", "dev", bridge()));
            if (filtered) {
                commands.add(rule("-I"));
            }
        }
        commands.add(ip("link", "set", bridge(), "up"));
        for (Partition part : partitions) {
            if (part.addressed() && !existingNamespaces.contains(namespace(part))) {
                commands.addAll(making(part));
            }
        }
        return commands;
    }

    private List<List<String>> making(Partition part) {
        String space = namespace(part);
        return List.of(
                ip("netns", "add", space),
                ip("link", "add", link(part), "type", "veth", "peer", "name", "eth0", "netns", space),
                ip("link", "set", link(part), "alias", "gavel " + deployment + " " + part.name()),
                ip("link", "set", link(part), "master", bridge(), "up"),
                ip("-n", space, "address", "add", address(part) + "/24", "dev", "eth0"),
                ip("-n", space, "link", "set", "lo", "up"),
                ip("-n", space, "link", "set", "eth0", "up"),
                // No route to elsewhere: a look-up of a name fails at once instead of waiting.
                // A server may listen on an address that is its host's only now and then.
                List.of(
                        "nsenter",
                        "--net=/run/netns/" + space,
                        "sh",
                        "-c",
                        "echo 1 > /proc/sys/net/ipv4/ip_nonlocal_bind"));
    }

    /** Removes what is there of it, no matter which process made it. */
    List<List<String>> removing(List<String> existingLinks, List<String> existingNamespaces) {
        List<List<String>> commands = new ArrayList<>();
        for (Partition part : partitions) {
            // The cable first: a namespace goes only when the last socket in it has gone.
            if (existingLinks.contains(link(part))) {
                commands.add(ip("link", "delete", link(part)));
            }
            if (existingNamespaces.contains(namespace(part))) {
                commands.add(ip("netns", "delete", namespace(part)));
            }
        }
        if (existingLinks.contains(bridge())) {
            commands.add(ip("link", "delete", bridge()));
            if (filtered) {
                commands.add(rule("-D"));
            }
        }
        return commands;
    }

    private static List<String> ip(String... words) {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        return command;
    }

    private List<String> rule(String action) {
        return List.of("iptables", action, "FORWARD", "-i", bridge(), "-o", bridge(), "-j", "ACCEPT");
    }
}
