package gavel.harness.platform.ssh.connection;

import java.util.ArrayList;
import java.util.List;

/**
 * The user's own {@code ssh}: its configuration holds here too. Nothing of it may ask a person, open a port, or go on for ever.
 *
 * @param command program and options, {@code ssh} unless {@code GAVEL_SSH} says otherwise
 */
public record SshProgram(List<String> command) {
    private static final String VARIABLE = "GAVEL_SSH";
    private static final List<String> ALWAYS = List.of(
            "-T",
            "-x",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ConnectionAttempts=1",
            // A cable may be out for a minute and a half. What was sent meanwhile arrives when it is in again, and the
            // kernel's next attempt may then be as far away as the cut was long.
            "-o",
            "ServerAliveInterval=10",
            "-o",
            "ServerAliveCountMax=15",
            "-o",
            "ControlPersist=no",
            "-o",
            "LogLevel=ERROR",
            "-o",
            "PermitLocalCommand=no",
            "-o",
            "RemoteCommand=none");

    public SshProgram {
        command = List.copyOf(command);
    }

    public static SshProgram ofTheUser() {
        String said = System.getenv().getOrDefault(VARIABLE, "ssh").strip();
        return new SshProgram(List.of(said.split("\\s+")));
    }

    /** @param more options before the address */
    List<String> to(SshTarget target, List<String> more, List<String> behind) {
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(command);
        words.addAll(ALWAYS);
        words.addAll(more);
        words.addAll(target.options());
        words.add("--");
        words.add(target.address());
        words.addAll(behind);
        return words;
    }
}
