package gavel.harness.platform.local.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ports of this machine on which something listens at any address, as the kernel lists them.
 *
 * @param proc where processes are seen
 */
public record TakenPorts(Path proc) {
    private static final String LISTENS = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;

    public static TakenPorts ofThisMachine() {
        return new TakenPorts(Path.of("/proc"));
    }

    public List<Integer> all() {
        Set<Integer> ports = new TreeSet<>();
        for (String file : List.of("net/tcp", "net/tcp6")) {
            try {
                for (String line : Files.readAllLines(proc.resolve(file))) {
                    String[] words = line.strip().split("\\s+");
                    if (words.length > STATE && words[STATE].equals(LISTENS)) {
                        String address = words[ADDRESS];
                        ports.add(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16));
                    }
                }
            } catch (IOException none) {
                // A machine without IPv6 has no such list.
                continue;
            }
        }
        return List.copyOf(ports);
    }
}
