package gavel.harness.platform.ssh.connection;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in one line why a machine could not be used, and what to do, from what {@code ssh} and the far shell have printed: pure. */
final class SshFailure {
    private static final int LONGEST = 200;

    /** @param what with {@code %s} for the command a person would type */
    private record Cause(Pattern sign, String what) {
        Cause(String sign, String what) {
            this(Pattern.compile(sign, Pattern.CASE_INSENSITIVE), what);
        }
    }

    /** The first that fits. Those of the own side come first, as what a far side prints may hold any of them. */
    private static final List<Cause> CAUSES = List.of(
            new Cause(
                    "could not resolve hostname",
                    "its name is not known here; mend the address, or add a Host to ~/.ssh/config"),
            new Cause(
                    "remote host identification has changed",
                    "its host key differs from the one in known_hosts; find out why, then remove the old one with `ssh-keygen -R`"),
            new Cause(
                    "host key verification failed|no .* host key is known",
                    "its host key is not known here; compare it and accept it once with `%s`"),
            new Cause(
                    "unprotected private key file|bad permissions",
                    "the identity file can be read by others and is not used; `chmod 600` it"),
            new Cause(
                    "too many authentication failures",
                    "it refused after too many keys; name the right one with identity"),
            new Cause(
                    "permission denied \\([^)]*(password|keyboard-interactive)[^)]*\\)",
                    "no key was accepted, and Gavel types no password; install the key with `ssh-copy-id`, or name the right one with identity"),
            new Cause(
                    "permission denied \\(",
                    "no key was accepted; install the key with `ssh-copy-id`, or name the right one with identity and user"),
            new Cause(
                    "connection refused",
                    "nothing takes ssh connections at that address and port; start sshd there, or mend address and port"),
            new Cause(
                    "timed out|no route to host|network is unreachable|host is down",
                    "it does not answer; power it on, or mend the address or the network"),
            new Cause(
                    "connection (closed|reset)|kex_exchange_identification|banner exchange",
                    "the connection was closed before the login; look at the log of sshd there, and of a jump host (MaxStartups)"),
            new Cause(
                    "too long for unix domain socket|controlpath",
                    "the path of the control socket is too long; set TMPDIR to a shorter directory"),
            new Cause(
                    "account is (currently )?not available|nologin|no such file or directory.*shell",
                    "the user has no shell there; choose another user, or give it one with `chsh`"),
            new Cause(
                    "no space left|disk quota exceeded",
                    "there is no space left in its directory; make some, or choose another directory"),
            new Cause(
                    "/bin/java: (cannot execute: )?permission denied",
                    "nothing can be executed in its directory, as where it is mounted noexec; choose another directory (hosts.directory)"),
            new Cause(
                    "read-only file system|cannot create|permission denied|not owner",
                    "its directory cannot be written by the user; choose another directory"),
            new Cause(
                    "exec format error|cannot execute|wrong elf class",
                    "its architecture differs from this machine's; install Java 25 there"));

    /** As an sshd does with some of many logins that come at once (MaxStartups), that of a jump host too. */
    private static final Pattern TURNED_AWAY = Pattern.compile(
            "exchange_identification: (read: )?connection (closed|reset)|exceeded maxstartups",
            Pattern.CASE_INSENSITIVE);

    /** A jump host that cannot reach the machine ends the connection, too. */
    private static final Pattern NO_WAY = Pattern.compile("open failed|forwarding failed", Pattern.CASE_INSENSITIVE);

    private SshFailure() {}

    /** Whether the same may succeed a moment later. */
    static boolean turnedAway(List<String> said) {
        String whole = String.join("\n", said);
        return TURNED_AWAY.matcher(whole).find() && !NO_WAY.matcher(whole).find();
    }

    /**
     * @param doing in words, such as {@code connect}
     * @param said by ssh and by the far side, oldest first
     */
    static String text(SshTarget target, String doing, List<String> said) {
        String whole = String.join("\n", said);
        String advice = CAUSES.stream()
                .filter(cause -> cause.sign().matcher(whole).find())
                .findFirst()
                .map(cause -> cause.what().formatted(target.typed()))
                .orElse("try `" + target.typed() + "` by hand");
        String quoted = said.stream()
                .map(SshFailure::printable)
                .filter(line -> line.chars().anyMatch(Character::isLetterOrDigit))
                .filter(line -> CAUSES.stream()
                        .anyMatch(cause -> cause.sign().matcher(line).find()))
                .findFirst()
                .or(() -> said.reversed().stream()
                        .map(SshFailure::printable)
                        .filter(line -> !line.isBlank())
                        .findFirst())
                .orElse("nothing was said");
        return "host " + target.name() + " (" + target.address() + "): " + doing + ": " + advice + " [" + quoted + "]";
    }

    /** A line of another program on a terminal: no control characters, and not without end. */
    static String printable(String line) {
        Matcher control = Pattern.compile("\\e\\[[0-9;]*\\w|\\p{Cntrl}+").matcher(line);
        String clean = control.replaceAll(" ").strip();
        return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "…";
    }
}
