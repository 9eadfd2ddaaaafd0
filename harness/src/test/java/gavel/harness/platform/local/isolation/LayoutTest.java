package gavel.harness.platform.local.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static final Layout TWO =
            new Layout("gv00beef", "mine", "10.201.7", false, List.of(addressed("web1"), addressed("app1")));

    private static Partition addressed(String name) {
        return new Partition(name, true, 0.5, 0);
    }

    @Test
    void eachHostHasAnAddressOfItsOwnAndTheMachineTheFirst() {
        assertThat(TWO.address(TWO.partition("web1"))).isEqualTo("10.201.7.11");
        assertThat(TWO.address(TWO.partition("app1"))).isEqualTo("10.201.7.12");
        assertThat(TWO.machineAddress()).isEqualTo("10.201.7.1");
        assertThat(TWO.virtualAddress(0)).isEqualTo("10.201.7.201");
        assertThat(TWO.network()).isEqualTo("10.201.7.0/24");
    }

    @Test
    void theNamesOfDevicesFitIntoTheKernelsFifteenCharacters() {
        List<Partition> many = IntStream.range(0, Layout.MOST_ADDRESSED)
                .mapToObj(i -> addressed("application" + i))
                .toList();
        Layout layout = new Layout("gv00beef", "mine", "10.201.7", false, many);

        assertThat(many).allSatisfy(part -> assertThat(layout.link(part)).hasSizeLessThan(16));
        assertThat(layout.bridge()).hasSizeLessThan(16);
        assertThat(layout.address(many.getLast())).isEqualTo("10.201.7.200");
    }

    @Test
    void moreHostsThanAddressesAreRefused() {
        List<Partition> many = IntStream.rangeClosed(0, Layout.MOST_ADDRESSED)
                .mapToObj(i -> addressed("app" + i))
                .toList();

        assertThatThrownBy(() -> new Layout("gv00beef", "mine", "10.201.7", false, many))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("at most 190 hosts fit into one network: 191");
    }

    @Test
    void whatIsThereAlreadyIsNotMadeAgain() {
        assertThat(TWO.making(List.of(), List.of()))
                .contains(List.of("ip", "link", "add", "gv00beefbr", "type", "bridge"))
                .contains(List.of("ip", "netns", "add", "gv00beef-web1"))
                .contains(List.of("ip", "netns", "add", "gv00beef-app1"));
        assertThat(TWO.making(List.of("gv00beefbr"), List.of("gv00beef-web1", "gv00beef-app1")))
                .containsExactly(List.of("ip", "link", "set", "gv00beefbr", "up"));
        assertThat(TWO.making(List.of("gv00beefbr"), List.of("gv00beef-web1")))
                .contains(List.of("ip", "netns", "add", "gv00beef-app1"))
                .doesNotContain(List.of("ip", "netns", "add", "gv00beef-web1"));
    }

    @Test
    void onlyWhatIsThereIsTakenAwayAndNothingOfOthers() {
        assertThat(TWO.removing(List.of("lo", "eth0", "docker0"), List.of("gv00beef-web12")))
                .isEmpty();
        assertThat(TWO.removing(List.of("lo", "gv00beefbr", "gv00beef-1"), List.of("gv00beef-app1")))
                .containsExactly(
                        List.of("ip", "link", "delete", "gv00beef-1"),
                        List.of("ip", "netns", "delete", "gv00beef-app1"),
                        List.of("ip", "link", "delete", "gv00beefbr"));
    }

    @Test
    void aMachineThatFiltersItsBridgesLetsThisOnePassAsLongAsItIsThere() {
        Layout filtered = new Layout("gv00beef", "mine", "10.201.7", true, List.of(addressed("app1")));
        List<String> rule = List.of("FORWARD", "-i", "gv00beefbr", "-o", "gv00beefbr", "-j", "ACCEPT");

        assertThat(filtered.making(List.of(), List.of()))
                .anySatisfy(command ->
                        assertThat(command).startsWith("iptables", "-I").containsSequence(rule));
        assertThat(filtered.removing(List.of("gv00beefbr"), List.of()))
                .anySatisfy(command ->
                        assertThat(command).startsWith("iptables", "-D").containsSequence(rule));
    }

    @Test
    void hostsWithoutAddressesNeedNoNetwork() {
        Layout layout = new Layout("gv00beef", "mine", null, false, List.of(new Partition("app1", false, 0.1, 0)));

        assertThat(layout.making(List.of(), List.of())).isEmpty();
    }
}
