package gavel.harness.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deploy.Topologies;
import gavel.harness.topology.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The reference says what the program does. {@code -Dgavel.update=true} writes what is made from it anew. */
class ReferenceTest {
    private static void upToDate(Reference reference) throws IOException {
        Path page = Page.ROOT.resolve("docs/reference").resolve(reference.page());
        String wanted = reference.within(Files.readString(page));
        if (Boolean.getBoolean("gavel.update")) {
            Files.writeString(page, wanted);
        }
        assertThat(Files.readString(page))
                .as("%s is out of date: run this test with -Dgavel.update=true", page)
                .isEqualTo(wanted);
    }

    @Test
    void commandsAndOptionsAreThoseOfTheCommandLine() throws IOException {
        String text = CommandReference.text();
        assertThat(text).contains("## peak\n", "| `--budget TIME` |", "## drive\n", "| `--arrivals ", "| `--key-file");
        upToDate(new Reference("commands.md", text));
    }

    @Test
    void settingsAreThoseOfTheConfiguration() throws IOException {
        String text = SettingReference.text();
        assertThat(text)
                .contains("| `load.users` | `100` | integer, > 0, <= 10000000 |")
                .contains("| `appServers.cpu` | `null` | number, 0.01..1024 cores |")
                .contains("| `appServers.most` | `null` | integer, appServers.count..64 |")
                .contains("| `drivers.nice` | `-5` | integer, -20..19 |")
                .contains("| `hosts.startWithin` | `3m` | time, 5s..1h |")
                .contains("| `load.ramp` | `null` | time, whole seconds, at most 168h |")
                .contains("| `load.arrivals.perSecond` | `null` | number, > 0 where sessions arrive, <= 100000 |")
                .contains("| `hosts.machines[].name` |  | string | name of the machine in plans")
                .contains("| `relational.durable` | `true` | boolean |");
        upToDate(new Reference("settings.md", text));
    }

    @Test
    void fieldsAreThoseOfTheRecords() throws IOException {
        String text = FieldReference.text();
        assertThat(text).contains("## result.json", "## isolate.json", "| `throttledShare` | number | share of quota");
        assertThat(text.lines().filter(line -> line.endsWith("|  |")))
                .as("fields without a meaning: say it with @param at their record")
                .isEmpty();
        assertThat(text).contains("| `cpuSeconds` | number | CPU seconds that its process used |");
        assertThat(text.lines().filter(line -> line.matches("\\| .* \\| (of|that) .*")))
                .isEmpty();
        assertThat(text.lines().filter(line -> line.matches("\\|[^|]*\\|[^|]*\\|.*`([A-Za-z]*#)?[A-Z][A-Z_]+`.*")))
                .as("names of constants: who reads a result does not know their values")
                .isEmpty();
        upToDate(new Reference("result-fields.md", text));
    }

    @Test
    void portsAreThoseThatServersListenOn() throws IOException {
        String text = PortReference.text();
        assertThat(text)
                .contains("| `drivers` | `control` | `any` | its own machine |")
                .contains("| `webServers` | `https` | `webServers.port`, else `any` | `drivers`, `balancers` |")
                .contains("| `relational` | `clients` | `any` | `appServers`, Gavel's machine |");
        Set<Program> servers = PortReference.programs();
        assertThat(Topologies.programs())
                .as("every kind of server is looked at")
                .filteredOn(program -> !servers.contains(program))
                .extracting(Program::title)
                .containsExactlyInAnyOrder("the NFS client", "Keepalived");
        upToDate(new Reference("ports.md", text));
    }

    @Test
    void pathsAreThoseOfTheApplication() throws IOException {
        String text = ApiReference.text();
        assertThat(text).contains("| `POST /api/auctions/{id}/bids` | place a bid |");
        assertThat(ApiReference.purposes().keySet())
                .as("each request has a purpose, and each purpose a request")
                .allSatisfy(request -> assertThat(text).contains("| `" + request + "` | "))
                .hasSameSizeAs(text.lines()
                        .filter(line -> line.matches("\\| `(GET|PUT|POST|DELETE) .*"))
                        .toList());
        upToDate(new Reference("http-api.md", text));
    }

    @Test
    void aPageWithoutAPlaceForItIsRefused() {
        Reference reference = new Reference("x.md", Reference.table(List.of("a", "b"), List.of(List.of("1|2", "3"))));
        assertThat(reference.text()).isEqualTo("| a | b |\n|---|---|\n| 1\\|2 | 3 |\n");
        assertThatThrownBy(() -> reference.within("# x\n")).hasMessageContaining("has no place");
    }
}
