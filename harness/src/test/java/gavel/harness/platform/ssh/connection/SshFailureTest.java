package gavel.harness.platform.ssh.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshFailureTest {
    private static final SshTarget TARGET = new SshTarget("db1", "10.0.0.5", "gavel", 2222, null);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ssh: Could not resolve hostname nowhere: Name or service not known | its name is not known here",
                "Host key verification failed. | its host key is not known here; compare it and accept it once with `ssh -l gavel -p 2222 10.0.0.5`",
                "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @ | its host key differs from the one in known_hosts",
                "gavel@10.0.0.5: Permission denied (publickey). | no key was accepted; install the key with `ssh-copy-id`",
                "gavel@10.0.0.5: Permission denied (publickey,password). | Gavel types no password",
                "Permissions 0644 for 'key' are too open. It is UNPROTECTED PRIVATE KEY FILE! | can be read by others",
                "ssh: connect to host 10.0.0.5 port 2222: Connection refused | nothing takes ssh connections at that address and port",
                "ssh: connect to host 10.0.0.5 port 2222: Connection timed out | it does not answer; power it on",
                "kex_exchange_identification: Connection closed by remote host | look at the log of sshd there",
                "This account is currently not available. | the user has no shell there",
                "cat: write error: No space left on device | there is no space left in its directory",
                "mkdir: cannot create directory '/x': Read-only file system | its directory cannot be written",
                "mkdir: cannot create directory '/x': Permission denied | its directory cannot be written",
                "sh: 1: exec: /x/builds/1/java/bin/java: Permission denied | nothing can be executed in its directory",
                "sh: line 1: /x/builds/1/java/bin/java: cannot execute: Permission denied | mounted noexec",
                "sh: /x/java: cannot execute binary file: Exec format error | its architecture differs",
            })
    void eachCauseIsToldWithWhatToDo(String said, String advice) {
        assertThat(SshFailure.text(TARGET, "connect", List.of(said)))
                .startsWith("host db1 (10.0.0.5): connect: ")
                .contains(advice)
                .endsWith("[" + said + "]")
                .doesNotContain("\n");
    }

    @Test
    void whatNobodyKnowsIsQuotedWithoutWhatATerminalWouldDo() {
        String text = SshFailure.text(TARGET, "connect", List.of("\u001b[31mstrange\u0007", "x".repeat(10_000)));
        assertThat(text)
                .startsWith("host db1 (10.0.0.5): connect: try `ssh -l gavel -p 2222 10.0.0.5` by hand [xxx")
                .hasSizeLessThan(400);
        assertThat(SshFailure.printable("\u001b[31mstrange\u0007\u001b]0;title\u0007"))
                .isEqualTo("strange ]0;title");
        assertThat(SshFailure.text(TARGET, "connect", List.of())).endsWith("[nothing was said]");
    }

    @Test
    void anAddressIsNeverAnOption() {
        assertThatThrownBy(() -> new SshTarget("db1", "-oProxyCommand=rm", null, 0, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new SshProgram(List.of("ssh")).to(TARGET, List.of(), List.of("cmd")))
                .containsSubsequence("-l", "gavel", "-p", "2222", "--", "10.0.0.5", "cmd");
    }

    @Test
    void aScriptIsOneThatEveryLoginShellHandsOn() {
        assertThat(SshConnection.shell("echo $HOME")).isEqualTo("exec sh -c 'echo $HOME'");
        for (String script : List.of("it's", "a\nb", "hey!", "a\\b")) {
            assertThatThrownBy(() -> SshConnection.shell(script)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
