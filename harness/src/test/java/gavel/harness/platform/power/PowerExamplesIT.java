package gavel.harness.platform.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.harness.config.machine.MachineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hooks in {@code deploy/power}: that of libvirt against its real command and a simulated domain, that of a cloud against a stand-in for its command. */
class PowerExamplesIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Path EXAMPLES =
            Path.of("../deploy/power").toAbsolutePath().normalize();

    @TempDir
    Path home;

    private Hooks.Outcome run(String host, String command) throws InterruptedException {
        MachineSettings machine =
                new MachineSettings(host, "10.0.0.5", null, null, null, null, List.of("services"), command, null, null);
        return new ShellHooks(home).run(machine, "powerOn", command, LIMIT);
    }

    private String log(String host) throws IOException {
        return Files.readString(home.resolve("power-" + host + ".log"));
    }

    /** Each call of the command begins with the domain running: nothing of its simulation outlives it. */
    private Hooks.Outcome libvirt(String host, String action) throws Exception {
        boolean there = Files.isExecutable(Path.of("/usr/bin/virsh"));
        if (!there) {
            System.err.println("NOT TESTED: the hook of libvirt needs virsh (package libvirt-clients)");
        }
        assumeTrue(there, "virsh is not installed here");
        return run(
                host,
                "LIBVIRT_DEFAULT_URI=test:///default GAVEL_OFF_WITHIN=1 " + EXAMPLES.resolve("libvirt.sh") + " "
                        + action);
    }

    @Test
    void aDomainThatRunsIsLeftAlone() throws Exception {
        assertThat(libvirt("test", "on").last()).isEqualTo("test runs already");
    }

    @Test
    void aDomainIsAskedToShutDownAndThenForcedTo() throws Exception {
        assertThat(libvirt("test", "off").good()).isTrue();
        assertThat(log("test")).contains("Domain 'test' is being shutdown", "Domain 'test' destroyed");
    }

    @Test
    void whatVirshSaysOfADomainThatIsNotThereIsTheReason() throws Exception {
        Hooks.Outcome outcome = libvirt("nowhere", "on");

        assertThat(outcome.good()).isFalse();
        assertThat(log("nowhere")).contains("nowhere");
    }

    @Test
    void aDomainIsNotSaidToBeOffWhereLibvirtNoLongerAnswers() throws Exception {
        Path virsh = home.resolve("virsh");
        Files.writeString(virsh, """
                #!/bin/sh
                case $1 in
                  domstate) [ ! -e %1$s ] || { echo "no connection" >&2; exit 1; }; echo running ;;
                  shutdown) touch %1$s ;;
                esac
                """.formatted(home.resolve("asked")));
        Files.setPosixFilePermissions(virsh, PosixFilePermissions.fromString("rwx------"));

        Hooks.Outcome outcome = run("app1", "PATH=" + home + ":$PATH " + EXAMPLES.resolve("libvirt.sh") + " off");

        assertThat(outcome.good()).isFalse();
        assertThat(outcome.last()).isEqualTo("no connection");
    }

    @Test
    void aCloudsInstanceIsFoundByItsNameStartedAndAwaited() throws Exception {
        String path = commandThatSays("i-0123456789abcdef0");

        assertThat(run("app1", path + EXAMPLES.resolve("ec2.sh") + " on").good())
                .isTrue();
        assertThat(run("app1", path + EXAMPLES.resolve("ec2.sh") + " off").good())
                .isTrue();

        assertThat(home.resolve("asked"))
                .content()
                .contains(
                        "Name=tag:Name,Values=app1",
                        "start-instances --output text --instance-ids i-0123456789abcdef0",
                        "wait instance-running --instance-ids i-0123456789abcdef0",
                        "stop-instances --output text --instance-ids i-0123456789abcdef0");
    }

    @Test
    void aCloudsInstanceThatIsNotThereOrNotTheOnlyOneIsTold() throws Exception {
        assertThat(run("app1", commandThatSays("") + EXAMPLES.resolve("ec2.sh") + " on")
                        .last())
                .isEqualTo("no instance is called app1 (tag Name)");
        assertThat(run("app1", commandThatSays("i-01\ti-02") + EXAMPLES.resolve("ec2.sh") + " on")
                        .last())
                .startsWith("several instances are called app1");
        assertThat(home.resolve("asked")).content().doesNotContain("start-instances");
    }

    /** Returns what comes before a command that is to find this one instead of the cloud's. */
    private String commandThatSays(String instances) throws IOException {
        Path aws = home.resolve("aws");
        Files.writeString(
                aws,
                "#!/bin/sh\necho \"$@\" >> " + home.resolve("asked")
                        + "\n[ \"$2\" != describe-instances ] || printf '%s' '" + instances + "'\n");
        Files.setPosixFilePermissions(aws, PosixFilePermissions.fromString("rwx------"));
        return "PATH=" + home + ":$PATH ";
    }
}
