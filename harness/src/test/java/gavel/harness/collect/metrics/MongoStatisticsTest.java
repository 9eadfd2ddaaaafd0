package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.Document;
import org.junit.jupiter.api.Test;

class MongoStatisticsTest {
    private static final Document STATUS = Document.parse("""
            {"host": "db", "version": "7.0.5", "process": "mongod",
             "opcounters": {"insert": {"$numberLong": "5"}, "query": {"$numberLong": "700"}, "update": 3, "delete": 0, "getmore": 1, "command": 90},
             "connections": {"current": 12, "available": 300, "totalCreated": 40, "active": 4},
             "flowControl": {"enabled": true, "isLagged": true, "timeAcquiringMicros": {"$numberLong": "250"}},
             "globalLock": {"currentQueue": {"total": 2, "readers": 1, "writers": 1}},
             "opLatencies": {"reads": {"latency": {"$numberLong": "1234"}, "ops": {"$numberLong": "10"}}},
             "wiredTiger": {"cache": {"bytes currently in the cache": 1000, "maximum bytes configured": 268435456.0},
                            "log": {"log bytes written": 77}}}""");

    @Test
    void whatItCountsIsReadFromWhereTheManualSaysItStands() {
        ServerStatistics.Reading reading = MongoStatistics.reading("MongoDB", STATUS);

        assertThat(reading.version()).isEqualTo("MongoDB 7.0.5");
        assertThat(reading.counters())
                .containsEntry("insertOperations", 5L)
                .containsEntry("queryOperations", 700L)
                .containsEntry("readMicros", 1234L)
                .containsEntry("connectionsOpened", 40L)
                .containsEntry("journalBytes", 77L)
                .containsEntry("flowControlMicros", 250L);
        assertThat(reading.gauges())
                .containsEntry("cacheLimitBytes", 256L << 20)
                .containsEntry("waitingOperations", 2L)
                .containsEntry("flowControlLagged", 1L);
    }

    @Test
    void connectionsAreHeldAgainstTheirLimit() {
        assertThat(MongoStatistics.reading("MongoDB", STATUS).gauges())
                .containsEntry("open", 12L)
                .containsEntry("openLimit", 312L);
    }

    @Test
    void whatIsNotCountedIsLeftOut() {
        ServerStatistics.Reading router =
                MongoStatistics.reading("it", Document.parse("{\"opcounters\": {\"insert\": 1}}"));

        assertThat(router.version()).isEqualTo("it");
        assertThat(router.counters()).containsOnlyKeys("insertOperations");
        assertThat(router.gauges()).isEmpty();
    }

    @Test
    void itsAddressIsSecret() {
        assertThat(new MongoStatistics("mongodb://me:secret@db", "", "MongoDB"))
                .hasToString("MongoStatistics[MongoDB]");
    }
}
