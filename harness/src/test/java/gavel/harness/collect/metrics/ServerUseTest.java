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
