package gavel.harness.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.SessionArrivals;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.costs.CostSettings;
import gavel.harness.config.costs.InstancePrice;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.result.efficiency.Price;
import gavel.harness.setting.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations at the edges of what may be: values that are just good or just not, files that are odd, and what follows from settings. */
class ConfigurationEdgesTest {
    @TempDir
    private Path directory;

    private Configuration read(String text, String... overrides) {
        try {
            Path file = Files.writeString(directory.resolve("run.yaml"), text);
            return new Configurations(directory)
                    .read(
                            file.toString(),
                            Arrays.stream(overrides).map(SettingOverride::parse).toList());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> problems(String text, String... overrides) {
        return catchThrowableOfType(ConfigurationException.class, () -> read(text, overrides))
                .problems();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            .=5              | unknown setting '' (--set: )
            ..=5             | unknown setting '' (--set: )
            load.=5          | unknown setting '' (--set: load.)
            .load=5          | unknown setting '' (--set: )
            load..users=5    | unknown setting '' (--set: load.)
            lod.users=5      | unknown setting 'lod' (--set: lod); did you mean 'load'?
            load=5           | 'load' must be a section (--set: load)
            load.users.x=5   | 'users' must be one value (--set: load.users)
            load.users=      | users must have a value: null (--set: load.users)
            load.users=null  | users must have a value: null (--set: load.users)
            load.users=5 5   | users must be a whole number: 5 5 (--set: load.users)
            """)
    void anOddOverrideIsToldAsAnyOtherSetting(String override, String problem) {
        assertThat(problems("", override)).singleElement().asString().startsWith(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "load.users", "=5", "   "})
    void anOverrideWithoutAPathOrAValueIsRefused(String text) {
        assertThat(catchThrowableOfType(ConfigurationException.class, () -> SettingOverride.parse(text)))
                .hasMessage("--set needs path=value: " + text + " (--set)");
    }

    @Test
    void anOverrideMayHoldEqualsSignsAndSpaces() {
        assertThat(SettingOverride.parse(" relational.settings = [a=1, b=2] "))
                .isEqualTo(new SettingOverride("relational.settings", "[a=1, b=2]", "--set"));
        assertThat(read("", "relational.settings=[work_mem=4MB, jit=off]")
                        .relational()
                        .settings())
                .containsExactly("work_mem=4MB", "jit=off");
    }

    /** YAML can write a letter that no file system takes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "load: {profile: \"a\\0.yaml\"}",
                "load: {path: {shape: csv, file: \"a\\0b\"}}",
                "documents: {implementation: external, uriFile: \"a\\0b\"}",
                "hosts: {machines: [{name: a, address: a, tiers: [drivers], identity: \"/a\\0b\"}]}"
            })
    void aPathThatCanBeNoneIsAProblemOfTheConfiguration(String text) {
        assertThat(problems(text))
                .singleElement()
                .asString()
                .matches("[a-zA-Z.]+ must be the path of a file: Nul character not allowed \\([a-zA-Z.]+\\)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            costs: {perHour: 0, currency: EUR, date: 2026-11-01}          | perHour must be a price > 0 and <= 1e9: 0.0 (run.yaml:1: costs.perHour)
            costs: {perHour: -1, currency: EUR, date: 2026-11-01}         | perHour must be a price > 0 and <= 1e9: -1.0 (run.yaml:1: costs.perHour)
            costs: {perHour: 2e9, currency: EUR, date: 2026-11-01}        | perHour must be a price > 0 and <= 1e9: 2.0E9 (run.yaml:1: costs.perHour)
            costs: {perHour: 1, currency: euro, date: 2026-11-01}         | currency must be three letters, such as EUR, where there are prices: euro (run.yaml:1: costs.currency)
            costs: {perHour: 1, date: 2026-11-01}                         | currency must be three letters, such as EUR, where there are prices: null (run.yaml:1: costs.currency)
            costs: {perHour: 1, currency: EUR, date: 2026-02-30}          | date must be the day of the prices, such as 2026-11-01: 2026-02-30 (run.yaml:1: costs.date)
            costs: {perHour: 1, currency: EUR, date: yesterday}           | date must be the day of the prices, such as 2026-11-01: yesterday (run.yaml:1: costs.date)
            costs: {perHour: 1, currency: EUR, date: 2026-11-01, covers: ""} | covers must be 1 to 200 characters:  (run.yaml:1: costs.covers)
            costs: {meter: bin/watts}                                     | meter must be the absolute path of a program: bin/watts (run.yaml:1: costs.meter)
            costs: {currency: EUR, date: 2026-11-01, instances: [{type: a, perHour: 3e9}]} | perHour must be a price >= 0 and <= 1e9: 3.0E9 (run.yaml:1: costs.instances[0].perHour)
            costs: {currency: EUR, date: 2026-11-01, instances: [{type: a, perHour: 1, count: 0}]} | count must be >= 1: 0 (run.yaml:1: costs.instances[0].count)
            costs: {currency: EUR, date: 2026-11-01, instances: [{perHour: 1}]} | type must name what has this price: null (run.yaml:1: costs.instances[0].type)
            relational: {implementation: external, url: "jdbc:mariadb://u:hu@sh@h/d", username: u, passwordFile: f} | url must hold no password, as it stands in every result: put it into a file (relational.passwordFile): jdbc:mariadb://u:…@h/d (run.yaml:1: relational.url)
            relational: {implementation: external, url: "jdbc:postgresql://h/d?sslpassword=hush", username: u, passwordFile: f} | url must hold no password, as it stands in every result: put it into a file (relational.passwordFile): jdbc:postgresql://h/d?sslpassword=… (run.yaml:1: relational.url)
            hosts: {startWithin: 4s}                                      | startWithin must be 5s..1h: 4s (run.yaml:1: hosts.startWithin)
            hosts: {startWithin: 3601s}                                   | startWithin must be 5s..1h: 3601s (run.yaml:1: hosts.startWithin)
            hosts: {directory: "/var/../etc"}                             | directory must be an absolute path of at most 8 names of letters, digits, . _ -: /var/../etc (run.yaml:1: hosts.directory)
            hosts: {directory: "/a b"}                                    | directory must be an absolute path of at most 8 names of letters, digits, . _ -: /a b (run.yaml:1: hosts.directory)
            hosts: {directory: gavel}                                     | directory must be an absolute path of at most 8 names of letters, digits, . _ -: gavel (run.yaml:1: hosts.directory)
            virtualIps: {implementation: keepalived, addresses: [10.0.0.256]} | addresses must be IPv4 addresses such as 10.0.0.100: [10.0.0.256] (run.yaml:1: virtualIps.addresses)
            virtualIps: {implementation: keepalived, addresses: [10.0.0.1, 10.0.0.1]} | addresses must be named once each: [10.0.0.1, 10.0.0.1] (run.yaml:1: virtualIps.addresses)
            virtualIps: {implementation: keepalived, device: "eth0;id"}   | device must be a network device such as eth0: eth0;id (run.yaml:1: virtualIps.device)
            broker: {implementation: rabbitmq, count: 2}                  | count must be odd, as a cluster goes on with more than half of its nodes: 2 (run.yaml:1: broker.count)
            broker: {queues: quorum}                                      | queues must be classic with the embedded broker, which knows no others: QUORUM (run.yaml:1: broker.queues)
            appServers: {most: 65}                                        | most must be null or appServers.count..64, as the deployment begins with 1: 65 (run.yaml:1: appServers.most)
            appServers: {count: 3, most: 2}                               | most must be null or appServers.count..64, as the deployment begins with 3: 2 (run.yaml:1: appServers.most)
            appServers: {bcryptCost: 3}                                   | bcryptCost must be >= 4: 3 (run.yaml:1: appServers.bcryptCost)
            appServers: {bcryptCost: 13}                                  | bcryptCost must be <= 12: 13 (run.yaml:1: appServers.bcryptCost)
            appServers: {cpu: 0.009}                                      | cpu must be 0.01..1024 cores: 0.009 (run.yaml:1: appServers.cpu)
            drivers: {nice: -21}                                          | nice must be -20..19: -21 (run.yaml:1: drivers.nice)
            drivers: {nice: 20}                                           | nice must be -20..19: 20 (run.yaml:1: drivers.nice)
            drivers: {idleTimeout: 3601s}                                 | idleTimeout must be > 0s and <= 1h, or null: 3601s (run.yaml:1: drivers.idleTimeout)
            drivers: {http: 2}                                            | drivers.http must be 1.1 or auto without web servers and balancers, as application servers speak HTTP/1.1: 2 (run.yaml:1: drivers.http)
            """)
    void whatIsJustBeyondABoundIsRefused(String text, String problem) {
        // What a part breaks, the whole may break as well.
        assertThat(problems(text)).contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            load: {users: 1}
            load: {users: 10000000}
            load: {measure: 1s}
            load: {measure: 168h, ramp: 0s, warmUp: 0s, rampDown: 0s}
            appServers: {count: 64}
            appServers: {most: 64, port: 65472}
            appServers: {cpu: 0.01}
            appServers: {cpu: 1024}
            appServers: {memory: 128m, bcryptCost: 12, port: 1}
            drivers: {count: 64, nice: 19, loops: 1024, maxConnections: 64}
            drivers: {nice: -20, idleTimeout: 1h}
            hosts: {startWithin: 1h, directory: /a/b/c/d/e/f/g/h}
            broker: {implementation: rabbitmq, count: 7, memory: 64m}
            documents: {implementation: mongodb, topology: sharded, shards: 16, members: 7, routers: 16}
            webServers: {implementation: nginx, count: 16, workers: 1024, imageCache: 1m, connectionsPerAddress: 5}
            balancers: {implementation: haproxy, count: 16, port: 65520, tls: terminate}
            costs: {perHour: 1e9, currency: EUR, date: 2024-02-29}
            lots: {lastCallAfter: 1ms, closeAfter: 24h}
            load: {arrivals: {process: poisson, perSecond: 100000}}
            """)
    void whatIsJustWithinABoundIsReadAndReadBack(String text) {
        Configuration configuration = read(text);
        assertThat(read(RecordWriter.write(configuration))).isEqualTo(configuration);
    }

    /** A day of a real site, a point each second and then some: what was accepted once must be readable ever after. */
    @Test
    void thePathOfAsManyPointsAsThereMayBeIsReadBack() throws IOException {
        String points = IntStream.range(0, 100_000)
                .mapToObj(i -> (500_000 + i) + ".125," + (10_000_000 - i % 7))
                .collect(Collectors.joining("\n", "seconds,users\n0,10000000\n", "\n"))
                .replaceFirst("\n500000\\.125,10000000\n", "\n");
        Files.writeString(directory.resolve("day.csv"), points);

        Configuration configuration = read("load: {users: 10000000, path: {shape: csv, file: day.csv}}");

        assertThat(configuration.load().shape().path().points()).hasSize(100_000);
        String written = RecordWriter.write(configuration);
        Files.delete(directory.resolve("day.csv"));
        assertThat(read(written)).isEqualTo(configuration);
    }

    @Test
    void allThatIsWrongWithAPathIsToldWithItsLines() throws IOException {
        Files.writeString(directory.resolve("day.csv"), "time,people\n0,100\nx,5\n# a word\n\n50,-1\n40,100\n30,100\n");
        assertThat(problems("load: {users: 0, path: {shape: csv, file: day.csv}}"))
                .containsExactlyInAnyOrder(
                        "a line must be seconds,users, such as 90,200: x,5 (" + directory.resolve("day.csv") + ":3)",
                        "a line must be seconds,users, such as 90,200: 50,-1 (" + directory.resolve("day.csv") + ":6)",
                        "a path must not go back in time: 30.0 s after 40.0 s (" + directory.resolve("day.csv") + ":8)",
                        "users must be > 0: 0 (run.yaml:1: load.users)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''           | a path must begin at second 0: no points
            '0,5'        | a path must be at least 1 s long: 0.0
            '1,5\\n2,5'  | a path must begin at second 0: 1.0
            '0,0\\n9,0'  | a path must have users at some time: 0
            """)
    void aPathThatCannotBeFollowedIsToldWithItsFile(String text, String problem) throws IOException {
        Files.writeString(directory.resolve("day.csv"), text.replace("\\n", "\n"));
        assertThat(problems("load: {users: 5, path: {shape: csv, file: day.csv}}"))
                .containsExactly(problem + " (" + directory.resolve("day.csv") + ")");
    }

    @Test
    void stepsAreStepsAndRampsAreRamps() {
        LoadPath steps = read("load: {users: 200, path: {shape: steps, points: [0s=100, 60s=200, 120s=50]}}")
                .load()
                .shape()
                .path();
        LoadPath ramps = read("load: {users: 200, path: {shape: ramps, points: [0s=100, 60s=200, 120s=50]}}")
                .load()
                .shape()
                .path();
        assertThat(steps.users(59)).isEqualTo(100);
        assertThat(steps.users(65)).isEqualTo(200);
        // Half way up, and two thirds of the way down: 200 - 150 × 40 / 60.
        assertThat(ramps.users(30)).isEqualTo(150);
        assertThat(ramps.users(100)).isEqualTo(100);
    }

    @Test
    void theLengthOfAPathIsThatOfTheMeasurementWhereNoneIsSet() {
        String path = "path: {shape: ramps, points: [0s=5, 90.5s=9]}";
        assertThat(read("load: {users: 9, " + path + "}").load().phases()).isEqualTo(new Phases(15, 15, 91, 10));
        assertThat(read("load: {users: 9, measure: 30s, " + path + "}").load().phases())
                .isEqualTo(new Phases(15, 15, 30, 10));
        assertThat(read("load: {users: 9, " + path + "}").load().lengthName()).isEqualTo("custom");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            length: standard                              | standard
            length: standard, measure: 180s               | standard
            length: standard, measure: 181s               | custom
            length: smoke, ramp: 15s                      | smoke
            length: official, rampDown: 0s                | custom
            length: official, arrivals: {process: constant, perSecond: 2} | custom
            """)
    void aLengthHasItsNameAsLongAsItsPhasesAreThose(String load, String name) {
        assertThat(read("load: {" + load + "}").load().lengthName()).isEqualTo(name);
    }

    @Test
    void arrivalsTakeThePlaceOfUsersWhoStay() {
        assertThat(read("load: {arrivals: {process: constant, perSecond: 2.5}}")
                        .load()
                        .shape()
                        .arrivals())
                .isEqualTo(new SessionArrivals(SessionArrivals.Process.CONSTANT, 2.5));
        assertThat(read("load: {arrivals: {process: none}}").load().shape().arrivals())
                .isNull();
        assertThat(problems("load: {arrivals: {process: poisson, perSecond: 100000.5}}"))
                .containsExactly("perSecond must be <= 100000: 100000.5 (run.yaml:1: load.arrivals.perSecond)");
        assertThat(problems("load: {arrivals: {process: poisson, perSecond: 0}}"))
                .containsExactly(
                        "perSecond must be > 0 where sessions arrive: 0.0 (run.yaml:1: load.arrivals.perSecond)");
    }

    /** 3 × 0.042 + 0.1 = 0.226 for an hour. */
    @Test
    void theWholeCostsWhatItsPartsDo() {
        CostSettings costs = new CostSettings(
                "EUR",
                "2026-11-01",
                null,
                List.of(new InstancePrice("small", 3, 0.042), new InstancePrice("balancer", null, 0.1)),
                null,
                null);
        assertThat(costs.price().perHour()).isCloseTo(0.226, within(1e-12));
        assertThat(costs.price().currency()).isEqualTo("EUR");
        assertThat(costs.price().covers()).isEqualTo("3 × small, 1 × balancer; prices of 2026-11-01");
    }

    @Test
    void whatIsFreeOrUnknownHasNoPrice() {
        assertThat(new CostSettings(null, null, null, List.of(), null, null).price())
                .isEqualTo(Price.NONE);
        assertThat(new CostSettings("EUR", "2026-11-01", null, List.of(new InstancePrice("own", 2, 0.0)), null, null)
                        .price())
                .isEqualTo(Price.NONE);
        assertThat(new CostSettings("USD", "2026-11-01", 1.5, List.of(), "two machines", null).price())
                .isEqualTo(new Price(1.5, "USD", "two machines; prices of 2026-11-01"));
    }

    @Test
    void manyPricesAddUpInAnyOrder() {
        SplittableRandom random = new SplittableRandom(15);
        for (int i = 0; i < 200; i++) {
            List<InstancePrice> prices = new ArrayList<>();
            double sum = 0;
            for (int j = 1 + random.nextInt(6); j > 0; j--) {
                int count = 1 + random.nextInt(9);
                double each = random.nextInt(1, 10_000) / 1_000.0;
                prices.add(new InstancePrice("m" + j, count, each));
                sum += count * each;
            }
            assertThat(new CostSettings("EUR", "2026-11-01", null, prices, null, null)
                            .price()
                            .perHour())
                    .isCloseTo(sum, within(1e-9));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // loops set, drivers, cores: half the cores over all drivers, and one at least
        "0, 1, 1, 1",
        "0, 1, 2, 1",
        "0, 1, 8, 4",
        "0, 3, 8, 1",
        "0, 3, 32, 5",
        "7, 3, 2, 7"
    })
    void driversDivideHalfOfTheCores(int set, int drivers, int cores, int loops) {
        DriverSettings settings =
                read("drivers: {count: " + drivers + ", loops: " + set + "}").drivers();
        assertThat(Sizing.driverLoops(settings, cores, 0)).isEqualTo(loops);
        assertThat(settings.engine(cores).loops()).isEqualTo(loops);
    }

    @ParameterizedTest
    @CsvSource({"1, 10, 5, 5", "1, 10, 10, 10", "1, 10, 0, 0", "3, 3, 3, 3", "3, 3, 2, 2", "1, 1000000, 123456, 123456"
    })
    void theLargestThatFitsIsFoundByHalving(int least, int most, int fitting, int found) {
        int[] asked = {0};
        assertThat(Sizing.largest(least, most, number -> {
                    asked[0]++;
                    return number <= fitting;
                }))
                .isEqualTo(found);
        assertThat(asked[0]).isLessThanOrEqualTo(22);
    }

    /** 1,000 users on two servers: 384 + 500 / 2 + 500 / 50 = 644 each, and one driver with 256 + 125 = 381; a JVM has 192 and a sixteenth beside. */
    @Test
    void heapsFollowFromTheUsersOfEach() {
        Configuration configuration = read("load: {users: 1000}\nappServers: {count: 2}");
        Sizing sizing = Sizing.of(configuration);
        assertThat(sizing.appServerHeap()).isEqualTo(644);
        assertThat(sizing.driverHeap()).isEqualTo(381);
        assertThat(Sizing.process(644)).isEqualTo(644 + 192 + 40);
        assertThat(sizing.driverFlags(configuration.drivers())).startsWith("-Xms381m", "-Xmn285m");
        assertThat(sizing.databaseConnections()).isEqualTo(80);
        assertThat(sizing.webConnections()).isEqualTo(512 + 20_000);
    }

    @Test
    void whatThereIsRoomForIsWhatIsPlanned() {
        Configuration configuration = read("load: {users: 5000}");
        long whole = Sizing.of(configuration).total(configuration);
        assertThat(Sizing.usersWithin(configuration, whole)).isEqualTo(5_000);
        assertThat(Sizing.usersWithin(configuration, 10)).isZero();
        int fewer = Sizing.usersWithin(configuration, whole - 500);
        assertThat(fewer).isBetween(1, 4_999);
        Configuration planned = read("load: {users: " + fewer + "}");
        assertThat(Sizing.of(planned).total(planned)).isLessThanOrEqualTo(whole - 500);
        Configuration more = read("load: {users: " + (fewer + 1) + "}");
        assertThat(Sizing.of(more).total(more)).isGreaterThan(whole - 500);
    }

    @Test
    void aFileOfAnotherKindOfTextIsToldInASentence() throws IOException {
        Path file = directory.resolve("latin.yaml");
        Files.write(file, new byte[] {'n', 'a', 'm', 'e', ':', ' ', (byte) 0xfc});
        assertThat(catchThrowableOfType(ConfigurationException.class, () -> new Configurations(directory)
                        .read(file.toString(), List.of())))
                .hasMessage("configuration file cannot be read: " + file
                        + " is not UTF-8 text from line 1 on: save it as UTF-8 (--config)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "..", ".", "no such", "Minimal"})
    void aNameThatIsNoneIsToldWithThoseThereAre(String name) throws IOException {
        Files.writeString(directory.resolve("minimal.yaml"), "# The least.\nname: minimal\n");
        Files.writeString(directory.resolve("notes.txt"), "no configuration");
        ConfigurationException problem = catchThrowableOfType(
                ConfigurationException.class, () -> new Configurations(directory).read(name, List.of()));
        assertThat(problem.problems())
                .singleElement()
                .asString()
                .startsWith("unknown configuration: " + name + " (--config)");
        assertThat(problem).hasMessageContaining("minimal");
    }
}
