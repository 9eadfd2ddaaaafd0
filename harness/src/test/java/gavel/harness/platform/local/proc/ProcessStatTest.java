package gavel.harness.platform.local.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProcessStatTest {
    @Test
    void readsTheFieldsBehindTheName() {
        ProcessStat stat =
                ProcessStat.parse("4242 (java) S 17 4242 4242 0 -1 1077936384 9 0 0 0 700 300 20 10 20 0 55 0 123456 99"
                        + " 2048 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0");
        assertThat(stat.pid()).isEqualTo(4242);
        assertThat(stat.parent()).isEqualTo(17);
        assertThat(stat.cpuTicks())
                .as("700 + 300 of its own, 20 + 10 of its children")
                .isEqualTo(1030);
        assertThat(stat.ownTicks()).isEqualTo(1000);
        assertThat(stat.command()).isEqualTo("java");
        assertThat(stat.kernel()).isFalse();
        assertThat(stat.stopped()).isFalse();
        assertThat(stat.systemTicks()).isEqualTo(310);
        assertThat(stat.startTicks()).isEqualTo(123456);
        assertThat(stat.rssPages()).isEqualTo(2048);
        assertThat(stat.zombie()).isFalse();
    }

    @Test
    void aNameMayContainBlanksAndParentheses() {
        ProcessStat stat = ProcessStat.parse(
                "7 (postgres: w (1) ) Z 1 7 7 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 9 0 5 0 0 0 0 0 0 0 0 0 0 0");
        assertThat(stat.parent()).isEqualTo(1);
        assertThat(stat.cpuTicks()).isEqualTo(10);
        assertThat(stat.zombie()).isTrue();
    }

    @Test
    void tellsKernelThreadsAndStoppedProcessesApart() {
        String rest = " 0 0 0 0 1 2 0 0 20 0 1 0 9 0 5 0";
        assertThat(ProcessStat.parse("14 (ksoftirqd/0) S 2 0 0 0 -1 69238848" + rest)
                        .kernel())
                .isTrue();
        assertThat(ProcessStat.parse("15 (java) T 1 0 0 0 -1 1077936384" + rest).stopped())
                .as("by a signal")
                .isTrue();
        assertThat(ProcessStat.parse("15 (java) t 1 0 0 0 -1 1077936384" + rest).stopped())
                .as("by a debugger")
                .isTrue();
    }

    @Test
    void refusesWhatIsNone() {
        assertThatThrownBy(() -> ProcessStat.parse("7 (sh) S 1")).hasMessageContaining("not a process status line");
        assertThatThrownBy(() -> ProcessStat.parse("nothing")).hasMessageContaining("nothing");
    }
}
