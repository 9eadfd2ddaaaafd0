package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostDescriberTest {
    @Test
    void hugePagesAreTheKernelsChoice() {
        assertThat(HostDescriber.chosen("always [madvise] never")).isEqualTo("madvise");
        assertThat(HostDescriber.chosen("[always] madvise never")).isEqualTo("always");
        assertThat(HostDescriber.chosen("")).isEqualTo("none seen");
        assertThat(HostDescriber.here().hugePages()).isIn("always", "madvise", "never", "none seen");
    }

    @Test
    void aProcessorHasNoBlanksBehindItsName() {
        String cpu = HostDescriber.here().cpu();
        assertThat(cpu).isEqualTo(cpu.stripTrailing());
    }
}
