package gavel.harness.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.shape.SessionArrivals;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Configurations.Source;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.RecordWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationsTest {
    private static final Path READY = Path.of("../deploy/configs");

    @TempDir
    Path directory;

    @Test
    void anEmptyFileIsTheDefaults() throws IOException {
        Configuration configuration = read("");

        assertThat(configuration.load().users()).isEqualTo(100);
        assertThat(configuration.load().phases()).isEqualTo(Phases.SMOKE);
        assertThat(configuration.services()).isEqualTo("embedded");
    }

    @Test
    void mariaDbIsAlsoCalledMysqlAndWrittenByItsOwnName() throws IOException {
        Configuration configuration = read("relational: {implementation: mysql}");

        assertThat(configuration.relational().mariadb()).isTrue();
        assertThat(RecordWriter.write(configuration))
                .contains("implementation: mariadb")
                .doesNotContain("mysql");
    }

    @Test
    void everyReadyConfigurationCanBeReadAndSaysWhatItIsFor() {
        Configurations configurations = new Configurations(READY);

        assertThat(configurations.ready())
                .extracting(Configurations.Ready::name)
                .contains("minimal");
        assertThat(configurations.ready()).allSatisfy(ready -> {
            assertThat(configurations.read(ready.name(), List.of()).name()).isEqualTo(ready.name());
            assertThat(ready.summary()).isNotBlank();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            topology: sharded                                      | topology is for documents.implementation=mongodb: SHARDED
            implementation: mongodb, shards: 2                     | shards are for documents.topology=sharded: 2
            implementation: mongodb, topology: single, members: 3  | members are for documents.topology=replicaset and sharded: 3
            implementation: mongodb, topology: replicaSet, members: 2 | members must be odd
            implementation: server, durable: false                 | durable must be true except for mongodb
            implementation: server, settings: [a=1]                | settings are for documents.implementation=mongodb
            implementation: mongodb, settings: [net.port=1]        | settings must be path=value each
            implementation: mongodb, settings: [storage.dbPath=/x] | and none that Gavel decides
            implementation: external                               | uriFile is needed for an external document store
            implementation: mongo                                  | must be one of embedded, server, mongodb, external
            """)
    void aDocumentStoreThatCannotBeIsRefusedWithTheRule(String settings, String rule) {
        assertThat(catchThrowableOfType(ConfigurationException.class, () -> read("documents: {" + settings + "}")))
                .hasMessageContaining(rule)
                .hasMessageContaining("documents.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            nfs: 'files:/export'                                                             | nfs is for imageStore.implementation=directory
            implementation: directory, nfs: files                                            | nfs must be server:/path
            implementation: directory, nfs: 'files:/export', directory: /mnt                 | nfs replaces imageStore.directory
            implementation: directory, nfsOptions: hard                                      | nfsOptions are for imageStore.nfs
            implementation: directory, nfs: 'files:/export', nfsOptions: '-o hard'           | nfsOptions must be those of mount
            """)
    void aMountThatCannotBeIsRefusedWithTheRule(String settings, String rule) {
        assertThat(catchThrowableOfType(ConfigurationException.class, () -> read("imageStore: {" + settings + "}")))
                .hasMessageContaining(rule);
    }

    @Test
    void aDocumentStoreInMemoryIsNoRealOneWhoeversProcessItIsIn() throws IOException {
        String real = "relational: {implementation: postgresql}\nbroker: {implementation: rabbitmq}\n";

        assertThat(read(real + "documents: {implementation: server}").services())
                .isEqualTo("mixed");
        assertThat(read(real + "documents: {implementation: mongodb}").services())
                .isEqualTo("real");
        assertThat(read("documents: {implementation: server}").services()).isEqualTo("embedded");
    }

    @Test
    void minimalNamesEverySettingThereIs() throws IOException {
        String written = RecordWriter.write(new Configurations(READY).read("minimal", List.of()));
        List<String> settings = written.lines()
                .map(line -> line.substring(0, line.indexOf(':')))
                .toList();

        assertThat(Files.readString(READY.resolve("minimal.yaml")).lines().map(ConfigurationsTest::setting))
                .containsAll(settings);
    }

    private static String setting(String line) {
        return line.contains(":") ? line.substring(0, line.indexOf(':')) : "";
    }

    @Test
    void minimalIsTheDefaultsBesideItsName() throws IOException {
        Configuration minimal = new Configurations(READY).read("minimal", List.of());
        Configuration defaults = read("name: minimal\nbroker: {virtualHost: /}");

        assertThat(minimal).isEqualTo(defaults);
    }

    @Test
    void whatIsWrittenIsReadBackTheSame() throws IOException {
        Configuration configuration =
                read("name: odd-1\nload: {users: 7, measure: 90s}\nrelational: {memory: 3g, durable: false}\n"
                        + "appServers: {jvmFlags: [-XX:+UseParallelGC, '-Dquote=\"']}");

        assertThat(read(RecordWriter.write(configuration))).isEqualTo(configuration);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        load: {users: -5}                | users must be > 0: -5 (run.yaml:1: load.users)
        load: {users: many}              | users must be a whole number: many (run.yaml:1: load.users)
        load: {usres: 5}                 | unknown setting 'usres' (run.yaml:1: load.usres); did you mean 'users'?
        load: {length: brief}            | length must be one of smoke, standard, official: brief (run.yaml:1: load.length)
        load: {measure: 5}               | measure must be a length of time such as 500ms, 30s, 1m30s or 1h: 5 (run.yaml:1: load.measure)
        appServers: {memory: lots}       | memory must be an amount of memory with its unit, such as 512m or 2g: lots (run.yaml:1: appServers.memory)
        appServers: {memory: 0m}         | memory must be more than nothing and at most 1024t: 0m (run.yaml:1: appServers.memory)
        appServers: {port: 70000}        | port must be 1..65535: 70000 (run.yaml:1: appServers.port)
        appServers: 3                    | 'appServers' must be a section (run.yaml:1: appServers)
        relational: {durable: perhaps}   | durable must be true or false: perhaps (run.yaml:1: relational.durable)
        load: {users: null}              | users must have a value: null (run.yaml:1: load.users)
        load: [1, 2]                     | 'load' must be a section (run.yaml:1: load)
        name: two words                  | name must be 1 to 61 letters, digits, . _ -: two words (run.yaml:1: name)
        load: {users: 5, users: 6}       | 'users' is set twice (run.yaml:1)
        imageStore: {directory: /mnt/pictures} | directory is for imageStore.implementation=directory: /mnt/pictures (run.yaml:1: imageStore.directory)
        imageStore: {implementation: directory, directory: pictures} | directory must be an absolute path: pictures (run.yaml:1: imageStore.directory)
        relational: {implementation: external, url: "jdbc:mysql://h/d", username: u, passwordFile: f} | url must begin with jdbc:postgresql: or jdbc:mariadb:: jdbc:mysql://h/d (run.yaml:1: relational.url)
        documents: {implementation: external} | uriFile is needed for an external document store: null (run.yaml:1: documents.uriFile)
        drivers: {count: 0} | count must be 1..512: 0 (run.yaml:1: drivers.count)
        drivers: {idleTimeout: 0s} | idleTimeout must be > 0s and <= 1h, or null: 0s (run.yaml:1: drivers.idleTimeout)
        drivers: {http: 3} | http must be one of auto, 1.1, 2: 3 (run.yaml:1: drivers.http)
        load: {users: 9, path: {shape: steps, points: [0s=5, 60s=8, 90s=8]}} | users must be the most users of load.path, 8: 9 (run.yaml:1: load.users)
        load: {users: 8, path: {shape: steps, points: [0s=5, 60s=8]}} | points cannot be followed: a path of steps must have its most users before its last point, which only ends it: 60s=8: [0s=5, 60s=8] (run.yaml:1: load.path.points)
        load: {path: {shape: ramps, points: [5s=100]}} | points cannot be followed: a path must begin at second 0: 5.0: [5s=100] (run.yaml:1: load.path.points)
        load: {path: {shape: ramps, points: [soon]}} | points cannot be followed: a point of a path is a time and a number of users, such as 90s=200: soon: [soon] (run.yaml:1: load.path.points)
        load: {path: {points: [0s=100]}} | points are for load.path.shape=steps and ramps: [0s=100] (run.yaml:1: load.path.points)
        load: {path: {shape: csv}} | file must name a file with lines of seconds,users: null (run.yaml:1: load.path.file)
        load: {path: {file: /day.csv}} | file is for load.path.shape=csv: /day.csv (run.yaml:1: load.path.file)
        load: {path: {shape: csv, file: /no/such.csv}} | file of a path cannot be read: there is no such file: /no/such.csv (run.yaml:1: load.path.file)
        load: {arrivals: {process: poisson}} | perSecond must be > 0 where sessions arrive: null (run.yaml:1: load.arrivals.perSecond)
        load: {arrivals: {perSecond: 2}} | perSecond is for load.arrivals.process=constant and poisson: 2.0 (run.yaml:1: load.arrivals.perSecond)
        load: {path: {shape: ramps, points: [0s=100, 9s=9]}, arrivals: {process: constant, perSecond: 2}} | arrivals and a path exclude each other (load.path.shape=constant): CONSTANT (run.yaml:1: load.arrivals)
        load: {users: 99999999999}       | users must be <= 2147483647: 99999999999 (run.yaml:1: load.users)
        load: {users: -99999999999}      | users must be >= -2147483648: -99999999999 (run.yaml:1: load.users)
        load: {seed: 99999999999999999999} | seed must be <= 9223372036854775807: 99999999999999999999 (run.yaml:1: load.seed)
        load: {users: 20000000}          | users must be <= 10000000: 20000000 (run.yaml:1: load.users)
        data: {users: 20000000}          | users must be <= 10000000: 20000000 (run.yaml:1: data.users)
        appServers: {cpu: 1e400}         | cpu must be a finite number: 1e400 (run.yaml:1: appServers.cpu)
        appServers: {cpu: 5000}          | cpu must be 0.01..1024 cores: 5000.0 (run.yaml:1: appServers.cpu)
        appServers: {memory: 512}        | memory must be an amount of memory with its unit, such as 512m or 2g: 512 (run.yaml:1: appServers.memory)
        appServers: {memory: 1m}         | memory must be >= 128m: 1m (run.yaml:1: appServers.memory)
        drivers: {memory: 1m}            | memory must be >= 64m: 1m (run.yaml:1: drivers.memory)
        relational: {memory: 1m}         | memory must be >= 64m: 1m (run.yaml:1: relational.memory)
        documents: {memory: 1m}          | memory must be >= 64m: 1m (run.yaml:1: documents.memory)
        broker: {implementation: rabbitmq, memory: 1m} | memory must be >= 64m: 1m (run.yaml:1: broker.memory)
        hosts: {appServers: {memory: 1m}} | memory must be >= 64m: 1m (run.yaml:1: hosts.appServers.memory)
        appServers: {count: 3, port: 65534} | port must be 1..65533, as each of 3 has the next one: 65534 (run.yaml:1: appServers.port)
        webServers: {implementation: nginx, count: 2, port: 65535} | webServers.port must be 1..65534, as each of 2 has the next one: 65535 (run.yaml:1: webServers.port)
        balancers: {implementation: haproxy, count: 2, port: 65535} | balancers.port must be 1..65534, as each of 2 has the next one: 65535 (run.yaml:1: balancers.port)
        broker: {implementation: external, host: h, port: 70000, username: u, passwordFile: f} | port must be 1..65535: 70000 (run.yaml:1: broker.port)
        webServers: {implementation: nginx, workers: 5000} | workers must be <= 1024: 5000 (run.yaml:1: webServers.workers)
        drivers: {loops: 5000}           | loops must be <= 1024: 5000 (run.yaml:1: drivers.loops)
        drivers: {count: 3, maxConnections: 2} | maxConnections must be 0 or at least one for each driver, 3: 2 (run.yaml:1: drivers.maxConnections)
        load: {measure: 1500ms}          | measure must be whole seconds, at most 168h: 1500ms (run.yaml:1: load.measure)
        load: {ramp: 999999999h}         | ramp must be whole seconds, at most 168h: 3599999996400s (run.yaml:1: load.ramp)
        lots: {closeAfter: 1000h}        | closeAfter must be <= 24h: 3600000s (run.yaml:1: lots.closeAfter)
        appServers: {jvmFlags: "-Xa,-Xb"} | jvmFlags must be a list such as [-Xss1m, -XX:+UseG1GC]; this is one flag with a comma in it: [-Xa,-Xb] (run.yaml:1: appServers.jvmFlags)
        drivers: {jvmFlags: ["-XX:+UseG1GC,-Xss1m"]} | jvmFlags must be a list such as [-Xss1m, -XX:+UseG1GC]; this is one flag with a comma in it: [-XX:+UseG1GC,-Xss1m] (run.yaml:1: drivers.jvmFlags)
        appServers: {jvmFlags: [Xss1m]}  | jvmFlags must be flags of a JVM, each beginning with - and with its value in it: [Xss1m] (run.yaml:1: appServers.jvmFlags)
        appServers: {jvmFlags: [-jar, x.jar]} | jvmFlags must not choose what the JVM runs (-jar): [-jar, x.jar] (run.yaml:1: appServers.jvmFlags)
        drivers: {jvmFlags: [-Dstore.password=secret]} | jvmFlags must hold no password, as flags stand in every result: [-Dstore.password=…] (run.yaml:1: drivers.jvmFlags)
        relational: {settings: ["a=1,b=2"]} | settings must be name=value each; `durable` sets durability: [a=1,b=2] (run.yaml:1: relational.settings)
        documents: {implementation: mongodb, settings: ["a.b=1,c.d=2"]} | settings must be path=value each, such as storage.wiredTiger.engineConfig.cacheSizeGB=2, and none that Gavel decides: [a.b=1,c.d=2] (run.yaml:1: documents.settings)
        webServers: {count: 3}           | count is for webServers.implementation=nginx, httpd and caddy: 3 (run.yaml:1: webServers.count)
        webServers: {imageCache: 64m}    | imageCache is for webServers.implementation=nginx: 64m (run.yaml:1: webServers.imageCache)
        balancers: {tls: terminate}      | tls is for balancers.implementation=haproxy: TERMINATE (run.yaml:1: balancers.tls)
        balancers: {port: 443}           | port is for balancers.implementation=haproxy: 443 (run.yaml:1: balancers.port)
        virtualIps: {count: 2}           | count is for virtualIps.implementation=keepalived: 2 (run.yaml:1: virtualIps.count)
        broker: {memory: 512m}           | memory is for broker.implementation=rabbitmq: 512m (run.yaml:1: broker.memory)
        broker: {host: h}                | host is for broker.implementation=external: h (run.yaml:1: broker.host)
        broker: {virtualHost: /v}        | virtualHost is for broker.implementation=external: /v (run.yaml:1: broker.virtualHost)
        relational: {username: u}        | username is for relational.implementation=external: u (run.yaml:1: relational.username)
        documents: {uriFile: /f}         | uriFile is for documents.implementation=external: /f (run.yaml:1: documents.uriFile)
        hosts: {webServers: {cpu: 1}}    | hosts.webServers is for a tier that Gavel starts, and there is none: Size[count=null, cpu=1.0, memory=null] (run.yaml:1: hosts.webServers)
        hosts: {relational: {count: 2}}  | hosts.relational.count must be at most the number of instances, 1: 2 (run.yaml:1: hosts.relational.count)
        relational: {implementation: external, url: "jdbc:postgresql://h/d", username: u, passwordFile: f, memory: 1g} | memory is for a database that Gavel starts; an external one is as it is set: 1g (run.yaml:1: relational.memory)
        relational: {implementation: external, url: "jdbc:postgresql://h/d?user=u&password=hush&x=1", username: u, passwordFile: f} | url must hold no password, as it stands in every result: put it into a file (relational.passwordFile): jdbc:postgresql://h/d?user=u&password=…&x=1 (run.yaml:1: relational.url)
        relational: {implementation: external, url: "jdbc:mariadb://u:hush@h/d", username: u, passwordFile: f} | url must hold no password, as it stands in every result: put it into a file (relational.passwordFile): jdbc:mariadb://u:…@h/d (run.yaml:1: relational.url)
        load: {profile: null}            | profile must have a value: null (run.yaml:1: load.profile)
        load: {length: null}             | length must have a value: null (run.yaml:1: load.length)
        name: null                       | name must have a value: null (run.yaml:1: name)
        broker: {implementation: null}   | implementation must have a value: null (run.yaml:1: broker.implementation)
        lots: {closeAfter: null}         | closeAfter must have a value: null (run.yaml:1: lots.closeAfter)
        load: {profile: liveaution}      | unknown profile: liveaution (run.yaml:1: load.profile); did you mean 'liveauction'?
        load: {profile: /no/such.yaml}   | profile must be a built-in name (`gavel profiles`) or a file: /no/such.yaml (run.yaml:1: load.profile)
        drivers: {count: 513, loops: 1} | count must be 1..512: 513 (run.yaml:1: drivers.count)
        """)
    void aProblemNamesRulePlacePathAndValue(String text, String message) throws IOException {
        assertThat(problems(text)).containsExactly(message);
    }

    @Test
    void allProblemsAreToldTogetherEachWithItsLine() throws IOException {
        assertThat(problems("load:\n  users: 0\n  lenght: smoke\nbroker:\n  implementation: kafka\n"))
                .containsExactlyInAnyOrder(
                        "users must be > 0: 0 (run.yaml:2: load.users)",
                        "unknown setting 'lenght' (run.yaml:3: load.lenght); did you mean 'length'?",
                        "implementation must be one of embedded, rabbitmq, external: kafka (run.yaml:5: broker.implementation)");
    }

    @Test
    void brokenYamlIsToldWithItsLine() throws IOException {
        assertThat(problems("load:\n  users: [1\n")).singleElement().asString().startsWith("not valid YAML: ");
    }

    @Test
    void overridesWinOverTheFileAndAreNamedInErrors() throws IOException {
        Path file = write("load: {users: 5}");

        assertThat(new Configurations(directory)
                        .read(file.toString(), List.of(new SettingOverride("load.users", "9", "--users")))
                        .load()
                        .users())
                .isEqualTo(9);
        ConfigurationException problem =
                catchThrowableOfType(ConfigurationException.class, () -> new Configurations(directory)
                        .read(file.toString(), List.of(new SettingOverride("load.users", "-9", "--users"))));
        assertThat(problem.problems()).containsExactly("users must be > 0: -9 (--users: load.users)");
    }

    @Test
    void aMissingFileAndAnUnknownNameAreToldApart() {
        assertThat(problem("nowhere.yaml")).isEqualTo("configuration file does not exist: nowhere.yaml (--config)");
        assertThat(problem("minmal")).isEqualTo("unknown configuration: minmal (--config); did you mean 'minimal'?");
    }

    @Test
    void aPhaseOfItsOwnMakesTheLengthCustom() throws IOException {
        assertThat(read("load: {length: standard}").load().lengthName()).isEqualTo("standard");
        assertThat(read("load: {length: standard, measure: 30s}").load().lengthName())
                .isEqualTo("custom");
        assertThat(read("load: {measure: 60s}").load().lengthName()).isEqualTo("smoke");
    }

    @Test
    void aPathTellsHowLongIsMeasured() throws IOException {
        LoadSettings load = read("load: {users: 80, path: {shape: steps, points: [0s=50, 1m=80, 2m=80]}}")
                .load();

        assertThat(load.phases()).isEqualTo(new Phases(15, 15, 120, 10));
        assertThat(load.lengthName()).isEqualTo("custom");
        assertThat(load.shape().path().users(59)).isEqualTo(50);
        assertThat(load.shape().path().users(65)).isEqualTo(80);
        assertThat(read("load: {users: 80, measure: 60s, path: {shape: ramps, points: [0s=80, 5m=1]}}")
                        .load())
                .as("measured for less than the path, as long as smoke")
                .matches(shorter -> shorter.phases().measureSeconds() == 60)
                .matches(shorter -> shorter.lengthName().equals("custom"));
    }

    @Test
    void aPathFromAFileIsKeptPointByPoint() throws IOException {
        Path csv = Files.writeString(directory.resolve("day.csv"), "seconds,users\n0,10\n30.5,40\n");
        Configuration configuration = read("load: {users: 40, path: {shape: csv, file: " + csv + "}}");
        Files.delete(csv);

        assertThat(configuration.load().path().points()).containsExactly("0s=10", "30.5s=40");
        assertThat(configuration.load().phases().measureSeconds()).isEqualTo(31);
        assertThat(read(RecordWriter.write(configuration))).isEqualTo(configuration);
    }

    @Test
    void whatAFileNamesIsBesideItAndWhatACommandNamesIsWhereItWasTyped() throws IOException {
        Files.writeString(directory.resolve("day.csv"), "\uFEFFTime,Users\n0,10\n30,40\n");
        Files.writeString(directory.resolve("mine.yaml"), "");
        Configuration beside = read(
                "load: {users: 40, profile: mine.yaml, path: {shape: csv, file: day.csv}}\n"
                        + "relational: {implementation: external, url: 'jdbc:postgresql://h/d', username: u, passwordFile: pw}");

        assertThat(beside.load().path().points()).containsExactly("0s=10", "30s=40");
        assertThat(beside.load().profile())
                .isEqualTo(directory.resolve("mine.yaml").toString());
        assertThat(beside.relational().passwordFile())
                .isEqualTo(directory.resolve("pw").toString());

        Configuration typed = new Configurations(READY)
                .read("minimal", List.of(new SettingOverride("load.profile", "pom.xml", "--profile")));
        assertThat(typed.load().profile())
                .isEqualTo(Path.of("pom.xml").toAbsolutePath().toString());
    }

    @Test
    void aFileThatIsNotUtf8IsToldWithItsLine() throws IOException {
        Path latin =
                Files.write(directory.resolve("run.yaml"), "name: a\n# für\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(problem(latin.toString()))
                .isEqualTo("configuration file cannot be read: " + latin
                        + " is not UTF-8 text from line 2 on: save it as UTF-8 (--config)");
    }

    @Test
    void aConfigurationMayComeThroughAPipe() {
        Source read = new Configurations(READY).source("/dev/null");

        assertThat(read.name()).isEqualTo("/dev/null");
        assertThat(read.directory()).isEqualTo(Path.of("").toAbsolutePath());
        assertThat(new Configurations(READY).read(read, List.of()).load().users())
                .isEqualTo(100);
    }

    @Test
    void theProfileOfADeploymentMayHaveBeenRemoved() throws IOException {
        Path file = write("load: {profile: /no/longer.yaml}");

        assertThat(Configurations.stored(file, List.of()).load().profile()).isEqualTo("/no/longer.yaml");
        assertThat(catchThrowableOfType(
                        ConfigurationException.class,
                        () -> Configurations.stored(
                                file, List.of(new SettingOverride("load.profile", "liveauktion", "--profile")))))
                .hasMessageContaining(
                        "unknown profile: liveauktion (--profile: load.profile); did you mean 'liveauction'?");
    }

    @Test
    void everyProblemOfAPathsFileIsToldWithItsLine() throws IOException {
        Path csv = Files.writeString(directory.resolve("day.csv"), "0,10\n60,many\n50,9\n40,9\n");

        assertThat(problems("load: {path: {shape: csv, file: " + csv + "}}"))
                .containsExactly(
                        "a line must be seconds,users, such as 90,200: 60,many (" + csv + ":2)",
                        "a path must not go back in time: 40.0 s after 50.0 s (" + csv + ":4)");
    }

    @Test
    void arrivalsTakeThePlaceOfUsersWhoStay() throws IOException {
        LoadSettings load =
                read("load: {arrivals: {process: poisson, perSecond: 0.5}}").load();

        assertThat(load.shape().arrivals()).isEqualTo(new SessionArrivals(SessionArrivals.Process.POISSON, 0.5));
        assertThat(load.lengthName()).isEqualTo("custom");
    }

    private static String problem(String nameOrFile) {
        return catchThrowableOfType(
                        ConfigurationException.class, () -> new Configurations(READY).read(nameOrFile, List.of()))
                .getMessage();
    }

    private List<String> problems(String text) throws IOException {
        Path file = write(text);
        return catchThrowableOfType(ConfigurationException.class, () -> new Configurations(directory)
                        .read(file.toString(), List.of()))
                .problems();
    }

    private Configuration read(String text) throws IOException {
        return new Configurations(directory).read(write(text).toString(), List.of());
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("run.yaml"), text);
    }
}
