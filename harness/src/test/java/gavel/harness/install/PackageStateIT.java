package gavel.harness.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The question to a shell, where every program it asks is a stand-in. */
class PackageStateIT {
    @TempDir
    private Path programs;

    private void program(String name, String script) throws IOException {
        Path file = programs.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private PackageState asked(String... packages) throws IOException, InterruptedException {
        Files.createSymbolicLink(programs.resolve("sed"), Path.of("/usr/bin/sed"));
        ProcessBuilder builder = new ProcessBuilder(PackageState.question(List.of(packages)));
        builder.command().set(0, "/bin/sh");
        builder.environment().put("PATH", programs.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.redirectErrorStream(true).start();
        List<String> answer = process.inputReader().readAllLines();
        assertThat(process.waitFor()).as(String.join("\n", answer)).isZero();
        return PackageState.of(answer);
    }

    @Test
    void aMachineWithPackagesTellsWhatItHasAndWhatItCouldHave() throws Exception {
        program("id", "echo 1000");
        program("sudo", "[ \"$*\" = '-n -u root true' ]");
        program("apt-get", "exit 9");
        program("dpkg-query", "[ \"$3\" = nginx ] && echo 'install ok installed 1.22.1-9+deb12u1'");
        program(
                "apt-cache",
                "[ \"$2\" = haproxy ] && printf 'haproxy:\\n  Installed: (none)\\n  Candidate: 2.6.12-1\\n'");

        PackageState state = asked("nginx", "haproxy", "mongodb-org-server");

        assertThat(state.root()).isFalse();
        assertThat(state.sudo()).isTrue();
        assertThat(state.apt()).isTrue();
        assertThat(state.installed()).hasSize(1).containsEntry("nginx", "1.22.1-9+deb12u1");
        assertThat(state.offered()).hasSize(1).containsEntry("haproxy", "2.6.12-1");
    }

    @Test
    void aPackageThatWasRemovedAndOneWithoutACandidateAreNotThere() throws Exception {
        program("id", "echo 0");
        program("apt-get", "exit 9");
        program("dpkg-query", "echo 'deinstall ok config-files 1.0'");
        program("apt-cache", "printf '  Candidate: (none)\\n'");

        PackageState state = asked("nginx");

        assertThat(state.root()).isTrue();
        assertThat(state.installed()).isEmpty();
        assertThat(state.offered()).isEmpty();
    }

    @Test
    void aMachineOfAnotherLanguageIsAskedInEnglish() throws Exception {
        program("id", "echo 0");
        program("apt-get", "exit 9");
        program("dpkg-query", "exit 1");
        program("apt-cache", "[ \"$LC_ALL\" = C ] && echo '  Candidate: 2.6' || echo '  Installationskandidat: 2.6'");

        assertThat(asked("haproxy").offered()).containsEntry("haproxy", "2.6");
    }

    /** By runas_default or a rule of sudoers. */
    @Test
    void whoMayBecomeAnotherUserThanRootIsNotPermitted() throws Exception {
        program("id", "echo 1000");
        program("sudo", "case \"$*\" in *'-u root'*) exit 1 ;; esac");

        assertThat(asked("nginx").permitted()).isFalse();
    }

    @Test
    void aMachineOfAnotherDistributionHasNoPackagesOfOurs() throws Exception {
        program("id", "echo 1000");
        program("sudo", "exit 1");

        PackageState state = asked("nginx");

        assertThat(state.apt()).isFalse();
        assertThat(state.permitted()).isFalse();
    }
}
