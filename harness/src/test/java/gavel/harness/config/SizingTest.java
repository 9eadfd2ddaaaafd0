package gavel.harness.config;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.HttpVersion;
import gavel.harness.config.Configurations.SettingOverride;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizingTest {
    @Test
    void aThousandUsersOnOneServer() {
        Sizing sizing = sizing("load.users=1000");

        assertThat(sizing.appServerHeap()).isEqualTo(384 + 1000 / 2);
        assertThat(sizing.driverHeap()).isEqualTo(256 + 1000 / 8);
        assertThat(sizing.embeddedHeap()).isEqualTo(256 + 1000 / 10 + 1000 * 2 / 1000);
        assertThat(sizing.databaseMemory()).isEqualTo(256 + 1000 / 8);
        assertThat(sizing.sharedBuffers()).isEqualTo((256 + 1000 / 8) / 4);
        assertThat(sizing.databaseConnections()).isEqualTo(30 + 20);
    }

    /** Else the kernel would end a node before it holds anybody back. */
    @Test
    void aBrokerStaysWithinTheMemoryOfItsHost() {
        String[] three = {"broker.implementation=rabbitmq", "broker.count=3", "hosts.broker.memory=1g"};
        assertThat(sizing(three).brokerMemory()).isEqualTo(1024 * 3 / 4 / 3);
        assertThat(sizing("broker.implementation=rabbitmq", "load.users=800", "hosts.broker.memory=1g")
                        .brokerMemory())
                .isEqualTo(512 + 800 / 8);
    }

    @Test
    void whatFollowsFromTheUsersIsSaidAtEachSetting() throws IOException {
        Sizing sizing = sizing("load.users=8000");

        assertThat(said("appServers")).isEqualTo(sizing.appServerHeap());
        assertThat(said("drivers")).isEqualTo(sizing.driverHeap());
        assertThat(said("relational")).isEqualTo(sizing.databaseMemory());
        assertThat(said("broker")).isEqualTo(sizing.brokerMemory());
    }

    /** For 8,000 users, by the comment that the reference and editors show. */
    private static long said(String tier) throws IOException {
        Matcher rule = Pattern.compile(
                        "(?ms)^" + tier + ":.*?^  memory: [^\\n]*null: [^\\n]*?(\\d+)m, and ([0-9.]+)m for each ")
                .matcher(Files.readString(Path.of("../deploy/configs/minimal.yaml")));
        assertThat(rule.find()).as(tier).isTrue();
        return Math.round(Long.parseLong(rule.group(1)) + 8_000 * Double.parseDouble(rule.group(2)));
    }

    @Test
    void serversShareTheUsersButEachBringsItsConnections() {
        Sizing sizing = sizing("load.users=1000", "appServers.count=4");

        assertThat(sizing.appServerHeap()).isEqualTo(384 + 1000 / 2 / 4 + 750 / 50);
        assertThat(sizing.databaseConnections()).isEqualTo(4 * 30 + 20);
    }

    /** 10 KB for each user in the caches, 80 MB of thumbnails, 50 KB for each of its own users, and itself: live in the older half. */
    @ParameterizedTest
    @CsvSource({"1000, 1", "10000, 10", "10000, 64", "50000, 30", "200000, 30", "200000, 64"})
    void aServerHasRoomForWhatItsCachesKeepOfEverybody(int users, int servers) {
        Sizing sizing = sizing("load.users=" + users, "appServers.count=" + servers);

        assertThat(sizing.appServerHeap() / 2).isGreaterThan(45 + 80 + users / 100 + users / servers / 20);
    }

    @Test
    void driversShareTheUsersAndHalfTheCores() {
        Sizing sizing = sizing("load.users=1000", "drivers.count=4");
        assertThat(sizing.driverHeap()).isEqualTo(256 + 1000 / 4 / 8);

        DriverSettings four = configuration("drivers.count=4").drivers();
        assertThat(four.engine(32).loops()).isEqualTo(32 / 2 / 4);
        assertThat(four.engine(6).loops()).as("at least one").isEqualTo(1);
        assertThat(configuration("drivers.count=4", "drivers.loops=3")
                        .drivers()
                        .engine(32)
                        .loops())
                .as("of each, where it is said")
                .isEqualTo(3);
        assertThat(four.engine(64, 1.5).loops())
                .as("as many as its host lets run")
                .isEqualTo(2);
        assertThat(four.engine(8, 1.5).loops()).isEqualTo(1);
        assertThat(configuration("drivers.loops=3").drivers().engine(64, 1.5).loops())
                .isEqualTo(3);
        assertThat(configuration("drivers.count=2").drivers().count()).isEqualTo(2);
    }

    @Test
    void driversSpeakTheHttpThatIsAskedForAndTheOlderOneElse() {
        assertThat(configuration("drivers.count=1").drivers().engine(2).http()).isEqualTo(HttpVersion.HTTP_1);
        assertThat(configuration("drivers.http=2", "webServers.implementation=nginx")
                        .drivers()
                        .engine(2)
                        .http())
                .isEqualTo(HttpVersion.HTTP_2);
        assertThat(configuration("drivers.http=1.1").drivers().engine(2).http()).isEqualTo(HttpVersion.HTTP_1);
        assertThat(configuration("drivers.http=auto").drivers().engine(2).http())
                .isEqualTo(HttpVersion.AUTO);
    }

    @Test
    void theDataSetSizesTheDataServicesNotTheLoad() {
        Sizing sizing = sizing("load.users=100", "data.users=2000", "data.images=photo");

        assertThat(sizing.embeddedHeap()).isEqualTo(512 + 2000 / 10);
        assertThat(sizing.databaseMemory()).isEqualTo(256 + 2000 / 8);
        assertThat(sizing.appServerHeap()).isEqualTo(384 + 100 / 2);
    }

    @Test
    void theLoaderHasRoomForTheHistoriesOfTheDataSetNotOnlyOfTheLoad() {
        assertThat(Sizing.loaderHeap(configuration("load.users=1000"))).isEqualTo(512 + 1000 / 8);
        assertThat(Sizing.loaderHeap(configuration("load.users=100", "data.users=8000")))
                .isEqualTo(512 + 8000 / 8);
        assertThat(Sizing.loaderHeap(configuration("load.users=100", "data.users=100000")))
                .as("it has those of 10,000 accounts at a time")
                .isEqualTo(512 + 10_000 / 8);
    }

    @Test
    void whatALongLoadAddsToTheDocumentsHasRoomToo() {
        Sizing hour =
                sizing("load.users=200", "load.ramp=0s", "load.warmUp=0s", "load.measure=3600s", "load.rampDown=0s");

        assertThat(hour.embeddedHeap()).isEqualTo(256 + 200 / 10 + 200 * 60 / 1000);
    }

    @Test
    void anExplicitSettingAlwaysWins() {
        Sizing sizing = sizing("appServers.memory=2g", "relational.memory=1g", "drivers.memory=300m");

        assertThat(sizing.appServerHeap()).isEqualTo(2048);
        assertThat(sizing.sharedBuffers()).isEqualTo(1024 / 4);
        assertThat(sizing.driverHeap()).isEqualTo(300);
        assertThat(sizing.driverFlags(configuration("drivers.jvmFlags=-Xmn200m").drivers()))
                .containsExactly("-Xms300m", "-Xmn225m", "-Xmn200m");
    }

    @Test
    void allTogetherWithWhatAJvmNeedsBesideItsHeapAndTheKernelForConnections() {
        Configuration configuration = configuration("load.users=100");
        Sizing sizing = Sizing.of(configuration);

        long appServer = 434 + 192 + 434 / 16;
        long audit = 394 + 192 + 394 / 16;
        long services = 266 + 192 + 266 / 16;
        assertThat(sizing.appServerHeap()).isEqualTo(434);
        assertThat(sizing.driverHeap()).isEqualTo(268);
        assertThat(sizing.embeddedHeap()).isEqualTo(266);
        assertThat(sizing.total(configuration)).isEqualTo(appServer + audit + services + (256 + 12) + 100 / 20);
    }

    @Test
    void theAuditComesWhenTheDriversHaveEnded() {
        Configuration small = configuration("load.users=100");
        Configuration many = configuration("load.users=10000");

        assertThat(Sizing.of(small).total(small))
                .as("a smaller driver saves nothing where the audit needs more")
                .isEqualTo(Sizing.of(configuration("load.users=100", "drivers.memory=100m"))
                        .total(small));
        assertThat(Sizing.of(many).auditHeap())
                .isEqualTo(384 + 10_000 / 10)
                .isLessThan(Sizing.of(many).driverHeap());
    }

    /** Thinking people are cheap; before, a machine needed 27 GB for these. */
    @ParameterizedTest
    @ValueSource(strings = {"smoke", "standard"})
    void tenThousandUsersNeedLessThanTwelveGigabytes(String length) {
        Configuration configuration = configuration("load.users=10000", "load.length=" + length);

        assertThat(Sizing.of(configuration).total(configuration) * (1L << 20)).isLessThan(12_000_000_000L);
    }

    @Test
    void theHeapFollowsTheBidsOfALongLoadOnly() {
        Configuration weeks = configuration("load.users=100", "load.measure=168h");

        assertThat(Sizing.of(weeks).embeddedHeap()).isEqualTo(256 + 100 / 10 + 100 * (168 * 60 + 1) / 1_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "4000, 3000", "200000, 3000"})
    void theUsersAMachineHasMemoryForAreTheMostThatFit(int wanted, int most) {
        Configuration all = configuration("load.users=3000");
        long memory = wanted == 1 ? 1_000 : Sizing.of(all).total(all);
        Configuration configuration = configuration("load.users=" + wanted);

        assertThat(Sizing.usersWithin(configuration, memory)).isBetween(most, most == 0 ? 0 : most + 1);
    }

    @Test
    void aDataSetOfItsOwnSizeNeedsItsMemoryWhoeverComes() {
        Configuration large = configuration("load.users=100", "data.users=100000");

        assertThat(Sizing.usersWithin(large, 10_000)).isZero();
    }

    @Test
    void aDocumentServerHasAHeapForTheSetAndWhatIsEmbeddedBesideItHasNot() {
        Sizing sizing = sizing("load.users=1000", "documents.implementation=server");

        assertThat(sizing.documentMemory()).isEqualTo(256 + 1000 / 10 + 1000 * 2 / 1000);
        assertThat(sizing.embeddedHeap()).isEqualTo(256 + 1000 / 8);
    }

    @Test
    void eachServerOfMongoDbMayCountOnMemoryForItsPartOfTheSet() {
        String[] sharded = {
            "load.users=1000", "documents.implementation=mongodb", "documents.topology=sharded", "documents.shards=4"
        };
        Sizing sizing = sizing(sharded);

        assertThat(sizing.documentMemory()).isEqualTo(512 + 1000 / 4);
        assertThat(sizing.documentConnections()).isEqualTo(110 + 200);
        assertThat(sizing.oplog()).isEqualTo(512 + 1000);
        Configuration whole = configuration(sharded);
        Configuration none =
                configuration("load.users=1000", "documents.implementation=external", "documents.uriFile=x");
        assertThat(Sizing.of(whole).total(whole) - Sizing.of(none).total(none))
                .as("four shards, a config server and a router")
                .isEqualTo(4 * (512 + 1000 / 4) + 512 + 256);
        assertThat(sizing("documents.implementation=mongodb", "hosts.documents.memory=3g")
                        .documentMemory())
                .isEqualTo(3 * 1024);
    }

    @Test
    void aWebServerHasConnectionsOnBothSidesAndRoomForThePictures() {
        assertThat(sizing("load.users=1000").webConnections()).isEqualTo(512 + 20 * 1000);
        assertThat(sizing("load.users=1000").webRequests()).isEqualTo(128 + 4 * 1000);
        assertThat(sizing("load.users=1000").imageCache()).isEqualTo(128 + 1000 / 4);
        assertThat(sizing("data.users=1000", "data.images=photo").imageCache()).isEqualTo(128 + 3 * 1000);
        assertThat(sizing("webServers.implementation=nginx", "webServers.imageCache=64m")
                        .imageCache())
                .isEqualTo(64);
    }

    @Test
    void aBrokerOfItsOwnCountsAndAnEmbeddedOneDoesNot() {
        Configuration own = configuration("load.users=800", "broker.implementation=rabbitmq");
        Configuration embedded = configuration("load.users=800");

        assertThat(Sizing.of(own).brokerMemory()).isEqualTo(512 + 800 / 8);
        assertThat(Sizing.of(own).total(own) - Sizing.of(embedded).total(embedded))
                .isEqualTo(512 + 800 / 8);
    }

    private static Sizing sizing(String... settings) {
        return Sizing.of(configuration(settings));
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }
}
