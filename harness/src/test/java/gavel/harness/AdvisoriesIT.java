package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code .ci/advisories} makes of what the scanner says; Maven and the scanner are stand-ins. */
class AdvisoriesIT {
    private static final String MAVEN = """
            mvn() {
              for argument in "$@"; do case "$argument" in -DoutputFile=*) file=${argument#*=} ;; esac; done
              printf '%s\\n' '' 'The following files have been resolved:' \\
                '   io.netty:netty-handler:jar:4.2.17.Final:compile -- module io.netty.handler' \\
                '   io.netty:netty-transport-native-epoll:jar:linux-x86_64:4.2.17.Final:runtime' \\
                '   io.netty:netty-handler:jar:4.2.17.Final:compile (optional)' \\
                '   gavel:workload-driver:jar:0.1.0-SNAPSHOT:compile' \\
                '   org.webjars.npm:preact:jar:10.27.2:compile' \\
                '   org.webjars.npm:types__node:jar:1.0:test' >"$file"
            }
            export -f mvn
            """;

    private record Ended(int code, String said) {}

    private static Ended script(String standIns) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        List.of("bash", "-c", MAVEN + standIns + "exec \"$0\"", "../.ci/advisories"))
                .directory(Path.of("").toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    private static Ended scanner(int code) throws IOException, InterruptedException {
        return script("""
                osv-scanner() {
                  echo "osv-scanner $*"
                  local last="${@: -1:1}"
                  cat "${last#osv-scanner:}"
                  return %s
                }
                export -f osv-scanner
                """.formatted(code));
    }

    @Test
    void everyPackageIsAskedForOnceAndAWebJarByItsOwnName() throws Exception {
        Ended ended = scanner(0);

        assertThat(ended.code()).isZero();
        assertThat(ended.said())
                .contains("osv-scanner scan source --config build/advisories.toml --lockfile osv-scanner:/")
                .contains("{\"results\":[{\"packages\":["
                        + "{\"package\":{\"ecosystem\":\"Maven\",\"name\":\"io.netty:netty-handler\",\"version\":\"4.2.17.Final\"}},"
                        + "{\"package\":{\"ecosystem\":\"Maven\",\"name\":\"io.netty:netty-transport-native-epoll\",\"version\":\"4.2.17.Final\"}},"
                        + "{\"package\":{\"ecosystem\":\"npm\",\"name\":\"preact\",\"version\":\"10.27.2\"}},"
                        + "{\"package\":{\"ecosystem\":\"npm\",\"name\":\"@types/node\",\"version\":\"1.0\"}}]}]}")
                .contains("Advisories: none but those that build/advisories.toml accepts.");
    }

    @Test
    void anAdvisoryThatNobodyAcceptsFails() throws Exception {
        Ended ended = scanner(1);

        assertThat(ended.code()).isOne();
        assertThat(ended.said()).contains("Raise what is named above, or accept it");
    }

    @Test
    void whatCannotBeCheckedIsSaidLoudlyAndDoesNotFail() throws Exception {
        Ended unreachable = scanner(127);
        Ended missing = script("command() { return 1; }\nexport -f command\n");

        assertThat(unreachable.code()).isZero();
        assertThat(unreachable.said())
                .contains("NOTHING WAS CHECKED AGAINST ADVISORIES:", "osv-scanner ended with exit code 127");
        assertThat(missing.code()).isZero();
        assertThat(missing.said()).contains("NOTHING WAS CHECKED", "osv-scanner is not on the PATH");
    }
}
