package gavel.driver.agent;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an agent may put load, as its options say: names and addresses as targets write them, each with a port or for every port, and
 * networks of IPv4. No name is looked up, so none can lead elsewhere between the check and the load.
 *
 * @param entries in lower case
 */
public record AllowedTargets(List<String> entries) {
    private static final String PORT = "(?::(?<port>[0-9]{1,5}))?";
    private static final Pattern NAME =
            Pattern.compile("(?<host>[a-z0-9](?:[a-z0-9._-]{0,253})|\\[[0-9a-f:.]{2,45}])" + PORT);
    private static final Pattern NETWORK = Pattern.compile("(?<net>[0-9.]{7,15})/(?<bits>[0-9]{1,2})" + PORT);
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final int MOST = 1_024;

    /** This machine alone. */
    public static final AllowedTargets LOOPBACK = new AllowedTargets(List.of("127.0.0.0/8", "localhost", "[::1]"));

    /** @throws IllegalArgumentException that says all that is wrong */
    public AllowedTargets {
        entries = entries.stream().map(entry -> entry.toLowerCase(Locale.ROOT)).toList();
        List<String> problems = new ArrayList<>();
        if (entries.isEmpty() || entries.size() > MOST) {
            problems.add("addresses of targets must be 1.." + MOST + ": " + entries.size() + " (--allow-target)");
        }
        for (String entry : entries) {
            Matcher network = NETWORK.matcher(entry);
            Matcher name = NAME.matcher(entry);
            boolean good = network.matches()
                    ? number(network.group("net")) >= 0
                            && Integer.parseInt(network.group("bits")) <= 32
                            && portGood(network.group("port"))
                    : name.matches() && portGood(name.group("port"));
            if (!good) {
                problems.add("must be HOST, HOST:PORT, or a network of IPv4 such as 10.0.0.0/24: " + entry
                        + " (--allow-target)");
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }

    private static boolean portGood(String port) {
        return port == null || Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= 65_535;
    }

    /** Of an address of IPv4; -1 for anything else. */
    private static long number(String text) {
        Matcher parts = NUMBER.matcher(text);
        if (!parts.matches()) {
            return -1;
        }
        long number = 0;
        for (int i = 1; i <= 4; i++) {
            int part = Integer.parseInt(parts.group(i));
            if (part > 255 || parts.group(i).length() > 1 && parts.group(i).startsWith("0")) {
                return -1;
            }
            number = number << 8 | part;
        }
        return number;
    }

    /** Those of the targets that are not among them. */
    List<URI> refused(List<URI> targets) {
        return targets.stream()
                .filter(target -> entries.stream().noneMatch(entry -> allows(entry, target)))
                .toList();
    }

    private static boolean allows(String entry, URI target) {
        String host = target.getHost() == null ? "" : target.getHost().toLowerCase(Locale.ROOT);
        int port = target.getPort() >= 0 ? target.getPort() : "https".equals(target.getScheme()) ? 443 : 80;
        Matcher network = NETWORK.matcher(entry);
        if (network.matches()) {
            long address = number(host);
            int rest = 32 - Integer.parseInt(network.group("bits"));
            return address >= 0
                    && address >> rest == number(network.group("net")) >> rest
                    && portAllowed(network.group("port"), port);
        }
        Matcher name = NAME.matcher(entry);
        return name.matches() && name.group("host").equals(host) && portAllowed(name.group("port"), port);
    }

    private static boolean portAllowed(String allowed, int port) {
        return allowed == null || Integer.parseInt(allowed) == port;
    }
}
