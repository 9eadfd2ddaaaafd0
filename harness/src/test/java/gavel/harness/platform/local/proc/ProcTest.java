package gavel.harness.platform.local.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcTest {
    @TempDir
    Path root;

    private FakeProc fake;

    @BeforeEach
    void makeProcesses() throws IOException {
        fake = new FakeProc(root);
        fake.process(10, 1, 50, 5);
        fake.process(11, 10, 20, 6);
    }

    @Test
    void listsProcessesAndOnlyThose() {
        assertThat(fake.proc().processes()).extracting(ProcessStat::pid).containsExactlyInAnyOrder(10L, 11L);
    }

    /** Fifteen bytes of the command are kept, so a letter of two may be cut; the process takes CPU all the same. */
    @Test
    void aProcessIsSeenWhateverBytesItIsCalledBy() throws IOException {
        Path stat = root.resolve("11/stat");
        byte[] name = Arrays.copyOf("приложение".getBytes(StandardCharsets.UTF_8), 15);
        String text = Files.readString(stat).replace("fake", new String(name, StandardCharsets.ISO_8859_1));
        Files.write(stat, text.getBytes(StandardCharsets.ISO_8859_1));

        assertThat(fake.proc().processes()).extracting(ProcessStat::pid).containsExactlyInAnyOrder(10L, 11L);
        assertThat(fake.proc().process(11))
                .hasValueSatisfying(process -> assertThat(process.command()).startsWith("приложе"));
    }

    @Test
    void readsWhatIsTooDearForEverySecond() {
        assertThat(fake.proc().detail(10)).isEqualTo(new ProcessDetail(4096, 8192, 7, 3, 512 * 1024));
        assertThat(fake.proc().openDescriptors(10)).isEqualTo(2);
        assertThat(fake.proc().descriptorLimit(10)).isEqualTo(1024);
        assertThat(fake.proc().networkBytes()).isEqualTo(Map.of("lo", 700L, "eth0", 300L));
    }

    /** The interfaces of a bond count what it receives, and so does the one below a VLAN. */
    @Test
    void whatABondOrAVlanReceivesIsCountedOnce() throws IOException {
        Files.createDirectories(root.resolve("net/bonding"));
        Files.createDirectories(root.resolve("net/vlan"));
        Files.writeString(root.resolve("net/bonding/bond0"), "Slave Interface: eth0\n");
        Files.writeString(root.resolve("net/vlan/bond0.7"), "Device: bond0\n");
        Files.writeString(root.resolve("net/vlan/config"), "Name-Type: VLAN_NAME_TYPE_RAW_PLUS_VID_NO_PAD\n");
        Files.writeString(
                root.resolve("net/dev"), "Inter-|\n face |bytes\n  eth0: 300 1\n bond0: 300 1\nbond0.7: 200 1\n");

        assertThat(fake.proc().networkBytes()).isEqualTo(Map.of("eth0", 300L));
        Files.writeString(root.resolve("net/dev"), "bond0.7: 200 1\n");
        assertThat(fake.proc().networkBytes())
                .as("in a container, with the bond outside")
                .isEqualTo(Map.of("bond0.7", 200L));
    }

    @Test
    void readsStorageAndNetworkOfAProcess() throws IOException {
        fake.storage(10, 1_000, 500);
        fake.network(10, "net:[1]", 77);
        assertThat(fake.proc().storageBytes(10)).isEqualTo(1_500);
        assertThat(fake.proc().network(10)).isEqualTo("net:[1]");
        assertThat(fake.proc().networkBytes(10)).isEqualTo(77);
        assertThat(fake.proc().storageBytes(4711)).isZero();
        assertThat(fake.proc().network(4711)).isEmpty();
        assertThat(fake.proc().networkBytes(4711)).isZero();
    }

    @Test
    void aProcessThatIsGoneIsAbsentNotAnError() throws IOException {
        fake.end(11);
        assertThat(fake.proc().process(11)).isEmpty();
        assertThat(fake.proc().processes()).extracting(ProcessStat::pid).containsExactly(10L);
        assertThat(fake.proc().detail(4711)).isEqualTo(ProcessDetail.NONE);
        assertThat(fake.proc().openDescriptors(4711)).isZero();
        assertThat(fake.proc().throttling(4711)).isEqualTo(Throttling.NONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFrozenControlGroupIsSeen(boolean second) throws IOException {
        assertThat(fake.proc().frozen(10)).isFalse();
        fake.frozen(10, second, false);
        assertThat(fake.proc().frozen(10)).isFalse();
        fake.frozen(10, second, true);
        assertThat(fake.proc().frozen(10)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheKernelKilledForMemoryIsCounted(boolean second) throws IOException {
        assertThat(fake.proc().killedForMemory(10)).isZero();
        fake.killedForMemory(10, second, 0);
        assertThat(fake.proc().killedForMemory(10)).isZero();
        fake.killedForMemory(10, second, 3);
        assertThat(fake.proc().killedForMemory(10)).isEqualTo(3);
    }

    /** A container sees its own group as the root, and the name that the machine has for it in the records of its processes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withinAContainerTheGroupIsTheRoot(boolean second) throws IOException {
        fake.killedForMemory(10, second, 3);
        fake.rootOfContainer(second, 4, 200, 50);

        assertThat(fake.proc().killedForMemory(10)).isEqualTo(4);
        fake.throttled(10, 100, 10);
        fake.rootOfContainer(second, 4, 200, 50);
        if (!second) {
            assertThat(fake.proc().throttling(10)).isEqualTo(new Throttling(200, 50));
        }
    }

    @Test
    void aProcessOfAContainerIsFoundByItsNumberThere() throws IOException {
        fake.process(12, 11, 1, 7);
        fake.process(13, 1, 1, 8);
        fake.inner(10, 1);
        fake.inner(11, 7);
        fake.inner(12, 17);
        fake.inner(13, 7);

        assertThat(fake.proc().within(10, 7)).hasValue(11);
        assertThat(fake.proc().within(10, 17)).hasValue(12);
        assertThat(fake.proc().within(10, 8)).as("nobody has it").isEmpty();
        assertThat(fake.proc().within(4711, 7)).as("no such container").isEmpty();
    }

    /** Else a server on such a kernel would seem to hold a sixteenth of its memory. */
    @Test
    void pagesAreAsLargeAsTheKernelSays() throws IOException {
        Path vector = root.resolve("auxv");
        ByteBuffer pairs = ByteBuffer.allocate(48).order(ByteOrder.nativeOrder());
        pairs.putLong(16).putLong(6).putLong(6).putLong(65_536).putLong(0).putLong(0);
        Files.write(vector, pairs.array());

        assertThat(Proc.pageBytes(vector)).isEqualTo(65_536);
        assertThat(Proc.pageBytes(root.resolve("none"))).isEqualTo(4_096);
        assertThat(Proc.PAGE_BYTES).isIn(4_096L, 16_384L, 65_536L);
    }

    @Test
    void throttlingIsAShareOfPeriods() throws IOException {
        fake.throttled(10, 100, 10);
        Throttling before = fake.proc().throttling(10);
        fake.throttled(10, 300, 60);
        assertThat(fake.proc().throttling(10).shareSince(before)).isEqualTo(50.0 / 200);
        assertThat(before.shareSince(before)).isZero();
    }
}
