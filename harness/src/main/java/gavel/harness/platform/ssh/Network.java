package gavel.harness.platform.ssh;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The addresses of several machines, and the smallest network that has all of them. */
public final class Network {
    private static final int BITS = 32;
    private static final int ANY_PORT = 9;
    private static final List<String> PRIVATE =
            List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10");

    private Network() {}

    /**
     * An address in numbers: a machine may know its own name as a loopback.
     *
     * @throws EnvironmentException where this machine does not know it, or as a loopback too, which would be another machine to each other one
     */
    public static String number(String machine, String address) {
        String loopback = null;
        try {
            for (InetAddress each : InetAddress.getAllByName(address)) {
                if (each instanceof Inet4Address && !each.isLoopbackAddress()) {
                    return each.getHostAddress();
                }
                loopback = each.isLoopbackAddress() ? each.getHostAddress() : loopback;
            }
        } catch (IOException unknown) {
            throw new EnvironmentException(
                    "host " + machine + ": its address " + address
                            + " is not known here; write it in numbers (hosts.machines)",
                    unknown);
        }
        throw new EnvironmentException("host " + machine + ": its address " + address
                + (loopback == null
                        ? " is none of IPv4 (hosts.machines)"
                        : " is a loopback here, " + loopback + "; write it in numbers (hosts.machines)"));
    }

    /** With the address this machine has for them, as it asks some of their services, too. */
    static String around(List<String> numbers) {
        List<String> all = new ArrayList<>(numbers);
        for (String number : numbers) {
            try (DatagramSocket socket = new DatagramSocket()) {
                // Nothing is sent: the kernel only says which way it would.
                socket.connect(InetAddress.getByName(number), ANY_PORT);
                all.add(socket.getLocalAddress().getHostAddress());
            } catch (IOException | UncheckedIOException noWay) {
                continue;
            }
        }
        return common(all);
    }

    /** The private network that has all of them, and room for more; any network, where none has. */
    public static String roomy(List<String> numbers) {
        return PRIVATE.stream()
                .filter(network -> numbers.stream().allMatch(number -> inside(network, number)))
                .findFirst()
                .orElse("0.0.0.0/0");
    }

    private static boolean inside(String network, String number) {
        int slash = network.indexOf('/');
        int bits = BITS - Integer.parseInt(network.substring(slash + 1));
        return value(network.substring(0, slash)) >>> bits == value(number) >>> bits;
    }

    /** Such as {@code 10.0.0.0/28}. */
    public static String common(List<String> numbers) {
        int first = value(numbers.getFirst());
        int prefix = BITS;
        for (String number : numbers) {
            prefix = Math.min(prefix, Integer.numberOfLeadingZeros(first ^ value(number)));
        }
        int mask = prefix == 0 ? 0 : -1 << (BITS - prefix);
        byte[] network = ByteBuffer.allocate(Integer.BYTES).putInt(first & mask).array();
        return "%s.%s.%s.%s/%s"
                .formatted(network[0] & 255, network[1] & 255, network[2] & 255, network[3] & 255, prefix);
    }

    private static int value(String number) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
        for (String part : number.split("\\.")) {
            bytes.put((byte) Integer.parseInt(part));
        }
        return bytes.getInt(0);
    }
}
