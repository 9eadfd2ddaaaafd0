package gavel.harness.platform.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    @Test
    void allWorkAtOnceAndAnswerInOrder() {
        CyclicBarrier together = new CyclicBarrier(10);
        List<Integer> hosts = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(SideBySide.all(hosts, host -> {
                    together.await(10, TimeUnit.SECONDS);
                    return host * host;
                }))
                .containsExactly(1, 4, 9, 16, 25, 36, 49, 64, 81, 100);
    }

    @Test
    void everyProblemIsToldAndOneAloneStaysAsItIs() {
        assertThatThrownBy(() -> SideBySide.all(List.of(1, 2, 3, 4), host -> {
                    if (host % 2 == 0) {
                        throw new EnvironmentException("host " + host + ": no disk", List.of("log " + host), null);
                    }
                    return host;
                }))
                .isInstanceOfSatisfying(EnvironmentException.class, e -> {
                    assertThat(e.getMessage().lines()).containsExactly("host 2: no disk", "host 4: no disk");
                    assertThat(e.evidence()).containsExactly("log 2", "log 4");
                });
        EnvironmentException alone = new EnvironmentException("host 1: no key");
        assertThatThrownBy(() -> SideBySide.all(List.of(1, 2), host -> {
                    if (host == 1) {
                        throw alone;
                    }
                    return host;
                }))
                .isSameAs(alone);
    }

    @Test
    void aFullDiskIsNoDefect() {
        assertThatThrownBy(() -> SideBySide.all(List.of(1, 2), host -> {
                    if (host == 2) {
                        throw new IOException("host 2: /var/tmp/gavel: No space left on device");
                    }
                    return host;
                }))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("host 2: /var/tmp/gavel: No space left on device");
        assertThatThrownBy(() -> SideBySide.all(List.of(1), _ -> {
                    throw new UnsupportedOperationException("a defect");
                }))
                .isInstanceOf(IllegalStateException.class);
    }
}
