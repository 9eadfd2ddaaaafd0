package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import gavel.harness.collect.metrics.ServerStatistics.Reading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerUseTest {
    private static Reading reading(long received, long ready) {
        return new Reading("1.2", Map.of("received", received), Map.of("ready", ready));
    }

    @Test
    void countersAreDifferencesAndGaugesTheirLargestValue() {
        ServerUse use = ServerUse.between(List.of(reading(100, 2), reading(130, 9), reading(150, 0)));

        assertThat(use).isEqualTo(new ServerUse("1.2", Map.of("received", 50L), Map.of("ready", 9L)));
    }

    /** A fault ends a broker, and it counts from 0 again: 30, then 4 and 16 more. */
    @Test
    void aServerThatBeganAnewHasCountedBeforeAndSince() {
        ServerUse use = ServerUse.between(List.of(reading(100, 2), reading(130, 9), reading(4, 0), reading(20, 1)));

        assertThat(use.deltas()).isEqualTo(Map.of("received", 50L));
        assertThat(ServerUse.between(List.of(reading(100, 0), reading(7, 0))).deltas())
                .isEqualTo(Map.of("received", 7L));
    }

    @Test
    void aCounterThatIsNotAlwaysThereIsCountedOnce() {
        Reading without = new Reading("1.2", Map.of("sent", 9L), Map.of());
        Reading with = new Reading("1.2", Map.of("sent", 10L, "received", 130L), Map.of());

        assertThat(ServerUse.between(List.of(reading(100, 0), without, with)).deltas())
                .isEqualTo(Map.of("sent", 10L, "received", 30L));
    }

    @Test
    void aDatabaseThatRecoveredFromACrashHasCountedSince() {
        DatabaseStatistics before =
                new DatabaseStatistics("18", Map.of(), Map.of("commits", 5_000L, "deadlocks", 0L), List.of());
        DatabaseStatistics after =
                new DatabaseStatistics("18", Map.of(), Map.of("commits", 40L, "deadlocks", 1L), List.of());

        assertThat(after.since(before).deltas()).isEqualTo(Map.of("commits", 40L, "deadlocks", 1L));
    }

    @Test
    void aWebServersPageIsReadIntoItsFigures() throws IOException {
        Reading reading = NginxStatistics.reading("""
                Active connections: 291
                server accepts handled requests
                 16630948 16630940 31070465
                Reading: 6 Writing: 179 Waiting: 106
                """, "Nginx 1.22.1");

        assertThat(reading.counters())
                .containsExactly(
                        entry("connectionsAccepted", 16_630_948L),
                        entry("connectionsDropped", 8L),
                        entry("requests", 31_070_465L));
        assertThat(reading.gauges()).containsEntry("connections", 291L).containsEntry("waiting", 106L);
        assertThatThrownBy(() -> NginxStatistics.reading("<html>", "")).hasMessage("not a page of stub_status: <html>");
    }

    @Test
    void aBalancersPageIsReadIntoItsFigures() throws IOException {
        Reading reading = HaProxyStatistics.reading("""
                # pxname,svname,qcur,scur,slim,stot,bin,bout,econ,wretr,wredis,status,act,
                people,FRONTEND,,7,1256,90,1000,5000,,,,OPEN,,
                servers,nginx1,0,3,,40,500,2500,1,0,0,UP,1,
                servers,BACKEND,2,7,126,90,1000,5000,1,4,3,UP,2,
                figures,FRONTEND,,1,1256,5,10,20,,,,OPEN,,
                """, "HAProxy 2.6.12");

        assertThat(reading.counters())
                .containsExactly(
                        entry("connections", 90L),
                        entry("inBytes", 1000L),
                        entry("outBytes", 5000L),
                        entry("connectFailures", 1L),
                        entry("retries", 4L),
                        entry("redispatches", 3L));
        assertThat(reading.gauges())
                .containsExactly(
                        entry("open", 7L), entry("openLimit", 1256L), entry("serversUp", 2L), entry("queued", 2L));
        assertThatThrownBy(() -> HaProxyStatistics.reading("<html>", ""))
                .hasMessage("not HAProxy's page of figures: <html>");
    }

    @Test
    void aWebServerWithAThreadForEachRequestTellsHowManyAreTaken() throws IOException {
        Reading reading = HttpdStatistics.reading("""
                localhost
                ServerVersion: Apache
                Total Accesses: 120
                Total kBytes: 3
                Load1: 0.85
                BusyWorkers: 40
                IdleWorkers: 216
                ConnsTotal: 95
                ConnsAsyncKeepAlive: 54
                Scoreboard: __W
                """, "Apache httpd 2.4.71");

        assertThat(reading.counters()).containsExactly(entry("requests", 120L), entry("outBytes", 3072L));
        assertThat(reading.gauges())
                .containsExactly(
                        entry("open", 40L), entry("openLimit", 256L), entry("connections", 95L), entry("waiting", 54L));
        assertThatThrownBy(() -> HttpdStatistics.reading("<html>", ""))
                .hasMessage("not a page of server-status: <html>");
    }

    @Test
    void oneReadingIsNoDifference() {
        assertThat(ServerUse.between(List.of(reading(100, 2)))).isNull();
        assertThat(ServerUse.between(List.of())).isNull();
    }

    @Test
    void aBrokersPageIsReadIntoItsFigures() {
        Reading reading = RabbitStatistics.reading(PrometheusPage.parse("""
                # TYPE rabbitmq_build_info untyped
                rabbitmq_build_info{rabbitmq_version="3.10.8",prometheus_plugin_version="3.10.8",erlang_version="25.2.3"} 1
                # TYPE rabbitmq_global_messages_received_total counter
                rabbitmq_global_messages_received_total{protocol="amqp091"} 1200
                rabbitmq_global_messages_received_total{protocol="amqp10"} 34
                rabbitmq_global_messages_confirmed_total{protocol="amqp091"} 1100
                rabbitmq_queue_messages_ready 17
                rabbitmq_alarms_memory_used_watermark 1
                rabbitmq_process_resident_memory_bytes 146800640
                """));

        assertThat(reading.version()).isEqualTo("RabbitMQ 3.10.8, Erlang 25.2.3");
        assertThat(reading.counters()).containsEntry("received", 1234L).containsEntry("confirmed", 1100L);
        assertThat(reading.gauges())
                .containsEntry("messagesReady", 17L)
                .containsEntry("memoryAlarm", 1L)
                .containsEntry("memoryBytes", 140L << 20)
                .containsEntry("diskAlarm", 0L);
    }
}
