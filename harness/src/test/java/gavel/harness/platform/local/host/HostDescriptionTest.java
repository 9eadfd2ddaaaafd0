package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostDescriptionTest {
    @Test
    void hugePagesAreTheKernelsChoice() {
        assertThat(HostDescription.chosen("always [madvise] never")).isEqualTo("madvise");
        assertThat(HostDescription.chosen("[always] madvise never")).isEqualTo("always");
        assertThat(HostDescription.chosen("")).isEqualTo("none seen");
        assertThat(HostDescription.here().hugePages()).isIn("always", "madvise", "never", "none seen");
    }

    @Test
    void aProcessorHasNoBlanksBehindItsName() {
        String cpu = HostDescription.here().cpu();
        assertThat(cpu).isEqualTo(cpu.stripTrailing());
    }
}
