package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    /** Without a name those of one maker would pass for one kind. */
    @Test
    void aProcessorWithoutANameIsToldByItsCore() {
        String arm = """
                processor\t: %s
                BogoMIPS\t: 243.75
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU variant\t: 0x3
                CPU part\t: 0xd0c
                CPU revision\t: 1
                """;
        assertThat(HostDescriber.processor(
                        (arm.formatted("0") + arm.formatted("1")).lines().toList()))
                .isEqualTo("CPU implementer 0x41, CPU part 0xd0c, CPU variant 0x3, CPU revision 1");
        assertThat(HostDescriber.processor(List.of("processor\t: 0", "model name\t: AMD EPYC")))
                .isEqualTo(" AMD EPYC");
        assertThat(HostDescriber.processor(List.of())).isEmpty();
    }
}
