package gavel.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.StartedProcess;
import gavel.harness.result.Disclosure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentitiesTest {
    private final Identities identities = new Identities();

    @BeforeEach
    void aMachineAndAnother() {
        identities.know(new Disclosure(
                "",
                new Disclosure.Host("vm", "Debian", "6.1", "", 2, 1, "", Map.of("host tiger", "two cores")),
                List.of(),
                Map.of(),
                List.of(
                        new StartedProcess("app1", "appServers", "localhost", List.of(), Map.of(), Map.of()),
                        new StartedProcess("app2", "appServers", "tiger", List.of(), Map.of(), Map.of())),
                "",
                false,
                List.of(),
                Map.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "name" : "vm"                          | "name" : "host1"
            ssh tiger uptime                       | ssh host2 uptime
            tiger.example.com:5432                 | host2:5432
            "hosts:\\nvm\\n tiger"                 | "hosts:\\nhost1\\n host2"
            Tiger, TIGER.example.com and VM        | host2, host2 and host1
            tigers, Tiger-2, TIGER_1               | tigers, Tiger-2, TIGER_1
            java.vm, vm2, jvm, my-vm               | java.vm, vm2, jvm, my-vm
            10.1.2.3:8080 and 10.1.2.30, 10.1.2.3  | 192.0.2.1:8080 and 192.0.2.2, 192.0.2.1
            127.0.0.1/32, 0.0.0.0                  | 127.0.0.1/32, 0.0.0.0
            PostgreSQL 18.6, 1.2.3                 | PostgreSQL 18.6, 1.2.3
            at 12:34:56 to fe80::1:2, not ::1      | at 12:34:56 to 2001:db8::1, not ::1
            /home/alice/gavel /home/bob/x /root/y  | /home/user1/gavel /home/user2/x /home/user3/y
            "histogram" : "ab/vm+vm"               | "histogram" : "ab/vm+vm"
            amqp://gavel:hunter2@10.1.2.3/         | amqp://gavel:${secret:password}@192.0.2.1/
            mongodb://a:${secret:documents}@h/     | mongodb://a:${secret:documents}@h/
            """)
    void onlyWhatTellsWhoseItIsIsReplaced(String text, String without) {
        assertThat(identities.without(text)).isEqualTo(without);
    }

    @Test
    void whatStandsWhereIsListedWithoutWhatItWas() {
        identities.without("tiger at 10.0.0.1 and tiger\n");

        assertThat(identities.list(false)).containsExactly("host2: 2 places", "192.0.2.1: 1 place");
        assertThat(identities.list(true))
                .containsExactly("host2 for tiger: 2 places", "192.0.2.1 for address 10.0.0.1: 1 place");
    }

    /** A host that is called like the beginning of another one. */
    @Test
    void namesThatBeginAlikeAreTold() {
        identities.know(new Disclosure(
                "",
                new Disclosure.Host("a", "Debian", "6.1", "", 2, 1, "", Map.of()),
                List.of(new Disclosure.Host("a.example.com", "Debian", "6.1", "", 2, 1, "", Map.of())),
                Map.of(),
                List.of(),
                "",
                false,
                List.of(),
                Map.of()));
        assertThat(identities.without("A and a.example.com, ab and a.example.org"))
                .doesNotContain("example")
                .startsWith("host3 and host")
                .contains(", ab and host3");
    }

    @Test
    void whatIsNoNameOfAHostChangesNothing() {
        identities.know(new Disclosure(
                "",
                null,
                List.of(
                        new Disclosure.Host("", "", "", "", 0, 0, "", Map.of()),
                        new Disclosure.Host(null, "", "", "", 0, 0, "", Map.of()),
                        new Disclosure.Host("localhost", "", "", "", 0, 0, "", Map.of()),
                        new Disclosure.Host("10.9.9.9", "", "", "", 0, 0, "", Map.of()),
                        new Disclosure.Host("c(++.*", "", "", "", 0, 0, "", Map.of())),
                Map.of(),
                List.of(),
                "",
                false,
                List.of(),
                Map.of()));
        assertThat(identities.without("localhost null c c(++.* 10.9.9.9"))
                .isEqualTo("localhost null c host3 192.0.2.1");
    }

    /** Servers that are not Gavel's, and machines by their addresses, stand in no list of hosts. */
    @Test
    void hostsThatTheConfigurationNamesAreKnown() {
        identities.know(new Disclosure("""
                hosts:
                  machines: [{name: db, address: "ip-7.acme.internal", ssh: "jump-acme"}, {name: x, address: "10.0.0.7"}]
                relational:
                  implementation: "external"
                  url: "jdbc:postgresql://pg1.acme.example:5432,pg2.acme.example/gavel?a=b"
                broker:
                  host: "rabbitmq"
                  managementUrl: "https://mq.acme.example:15671"
                imageStore:
                  nfs: "filer.acme.example:/export"
                kubernetes:
                  registry: "images.acme.example:5000"
                """, null, List.of(), Map.of(), List.of(), "", false, List.of(), Map.of()));

        assertThat(identities.without("ip-7.acme.internal via jump-acme, jdbc:postgresql://pg1.acme.example:5432,"
                        + "pg2.acme.example/gavel, rabbitmq, https://mq.acme.example:15671, filer.acme.example:/export,"
                        + " images.acme.example:5000/app"))
                .isEqualTo("host3 via host4, jdbc:postgresql://host5:5432,host6/gavel, rabbitmq, https://host7:15671,"
                        + " host8:/export, host9:5000/app");
    }

    /** A user's name may be a word, which stays where no user is told of. */
    @Test
    void usersAndClustersThatTheConfigurationNamesAreKnown() {
        identities.know(new Disclosure("""
                kubernetes:
                  context: "arn:aws:eks:eu-west-1:1234:cluster/acme"
                hosts:
                  machines: [{name: "x", address: "10.0.0.7", user: "mark"}, {name: "y", address: "10.0.0.8", user: "root"}]
                """, null, List.of(), Map.of(), List.of(), "", false, List.of(), Map.of()));

        assertThat(identities.without("{user: \\\"mark\\\"}, user: \"mark\", mark@10.0.0.7 in /home/mark/x at the mark,"
                        + " root@10.0.0.8, --context arn:aws:eks:eu-west-1:1234:cluster/acme"))
                .isEqualTo("{user: \\\"user1\\\"}, user: \"user1\", user1@192.0.2.1 in /home/user1/x at the mark,"
                        + " root@192.0.2.2, --context host3");
    }

    private static StartedProcess on(String host, String instance) {
        return new StartedProcess(instance, "appServers", host, List.of(), Map.of(), Map.of());
    }

    /** Machines that are called as in docs/how-to/measure-two-servers.md, and like what runs on another one. */
    @Test
    void wordsOfTheResultItselfAreNoNames() {
        identities.know(new Disclosure(
                "",
                null,
                List.of(),
                Map.of(),
                List.of(
                        on("app", "app1"),
                        on("Data", "web1"),
                        on("load", "driver1"),
                        on("web1", "app2"),
                        on("lion", "x")),
                "",
                false,
                List.of(),
                Map.of()));

        String text = "\"load\" : {\"app\" : 5, \"web1\" : 1}, \"data:\\n  images: small\", app1 of Gavel on lion";

        assertThat(identities.without(text)).isEqualTo(text.replace("lion", "host3"));
    }

    @Test
    void textKeepsItsLines() {
        assertThat(identities.without("")).isEmpty();
        assertThat(identities.without("\n")).isEqualTo("\n");
        assertThat(identities.without("a\n\nb")).isEqualTo("a\n\nb");
        assertThat(identities.without("tiger\n")).isEqualTo("host2\n");
        assertThat(identities.without("10 %\r20 % of tiger\r\n")).isEqualTo("10 %\r20 % of host2\r\n");
    }

    @Test
    void aPrivateKeyIsASecret() {
        String key = "log\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----\nend\n";

        assertThat(Identities.secret(key)).isTrue();
        assertThat(Identities.secret("-----BEGIN CERTIFICATE-----")).isFalse();
        assertThat(identities.without(key)).isEqualTo("log\n${secret:key}\nend\n");
    }
}
