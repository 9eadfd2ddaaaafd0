package gavel.harness.platform.ssh.connection;

import java.util.ArrayList;
import java.util.List;

/**
 * A machine as the user's own {@code ssh} is asked for it.
 *
 * @param name of the host in the configuration
 * @param address what {@code ssh} takes: a name, an address, or a {@code Host} of the user's configuration of ssh
 * @param user null for what that configuration says
 * @param port 0 likewise
 * @param identityFile a private key; null likewise
 */
public record SshTarget(String name, String address, String user, int port, String identityFile) {
    public SshTarget {
        if (address.startsWith("-")) {
            throw new IllegalArgumentException("address of " + name + " must not begin with '-': " + address);
        }
    }

    /** What stands behind {@code ssh} and its options. */
    List<String> options() {
        List<String> options = new ArrayList<>();
        if (user != null) {
            options.addAll(List.of("-l", user));
        }
        if (port != 0) {
            options.addAll(List.of("-p", Integer.toString(port)));
        }
        if (identityFile != null) {
            options.addAll(List.of("-i", identityFile));
        }
        return options;
    }

    /** The command a person would type to see the same. */
    String typed() {
        return "ssh " + String.join(" ", options()) + (options().isEmpty() ? "" : " ") + address;
    }
}
