package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.local.host.Mounts.Mount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountsTest {
    private static final Mounts MOUNTS = Mounts.parse("""
            22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,errors=remount-ro
            23 22 0:5 / /dev rw,nosuid - devtmpfs udev rw,size=10k
            61 22 0:44 / /run/one/nfs rw,noatime shared:30 master:4 - nfs4 files:/export rw,vers=4.2,hard,lookupcache=pos
            62 61 0:45 / /run/one/nfs/deeper rw - tmpfs none rw
            63 22 0:46 / /with\\040blank rw - nfs files:/two\\040words rw,vers=3
            64 22 0:47 / /run/one/nfs rw - tmpfs covers rw
            a line that is none
            """.lines().toList());

    @Test
    void aMountHasItsPlaceItsSourceAndTheOptionsOfBothSides() {
        Mount mount = MOUNTS.below(Path.of("/run/one/nfs")).stream()
                .filter(Mount::nfs)
                .findFirst()
                .orElseThrow();

        assertThat(mount.source()).isEqualTo("files:/export");
        assertThat(mount.options()).contains("noatime", "vers=4.2", "hard");
    }

    @Test
    void blanksAreWrittenAsNumbers() {
        assertThat(MOUNTS.at(Path.of("/with blank")))
                .hasValueSatisfying(mount -> assertThat(mount.source()).isEqualTo("files:/two words"));
    }

    @Test
    void ofSeveralUponEachOtherTheLastIsSeen() {
        assertThat(MOUNTS.at(Path.of("/run/one/nfs")).orElseThrow().source()).isEqualTo("covers");
        assertThat(MOUNTS.at(Path.of("/nowhere"))).isEmpty();
    }

    @Test
    void whatIsBelowStandsInTheOrderItCanBeTakenAway() {
        assertThat(MOUNTS.below(Path.of("/run/one"))).extracting(Mount::source).startsWith("none");
        assertThat(MOUNTS.below(Path.of("/run/one"))).hasSize(3);
        assertThat(MOUNTS.below(Path.of("/run/on"))).as("another name").isEmpty();
    }

    @Test
    void itIsUnmountedLazilyOnlyWhenItMustBeAndThatIsSaid() {
        Mount mount = new Mount(Path.of("/run/one/nfs"), "nfs4", "files:/export", List.of());
        List<List<String>> commands = new ArrayList<>();

        assertThat(Mounts.released(mount, commands::add)).isEmpty();
        assertThat(commands).containsExactly(List.of("umount", "/run/one/nfs"));
        assertThat(Mounts.released(mount, command -> command.contains("-l")))
                .singleElement()
                .asString()
                .startsWith("files:/export is in use or does not answer")
                .contains("lazily");
        assertThat(Mounts.released(mount, command -> false))
                .containsExactly("files:/export is still mounted; unmount it by hand: umount -l /run/one/nfs");
    }
}
