package gavel.harness.collect.metrics;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * RabbitMQ's figures from the page of its plug-in {@code rabbitmq_prometheus}, summed over all queues and connections: it counts anyway,
 * so a reading costs one small page. The plug-in asks for no token: only readers who know the path find them.
 */
public record RabbitStatistics(GuardedPage page) implements ServerStatistics {
    private static final String MESSAGES = "rabbitmq_global_messages_";

    @Override
    public Reading read(Scraper scraper) throws IOException, InterruptedException {
        return reading(PrometheusPage.parse(scraper.textAtSecretPath(page)));
    }

    static Reading reading(PrometheusPage page) {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (String counter :
                new String[] {"received", "routed", "confirmed", "delivered", "acknowledged", "redelivered"}) {
            counters.put(counter, whole(page, MESSAGES + counter + "_total"));
        }
        counters.put("unroutableReturned", whole(page, MESSAGES + "unroutable_returned_total"));
        counters.put("connectionsOpened", whole(page, "rabbitmq_connections_opened_total"));
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("messagesReady", whole(page, "rabbitmq_queue_messages_ready"));
        gauges.put("messagesUnacknowledged", whole(page, "rabbitmq_queue_messages_unacked"));
        gauges.put("queues", whole(page, "rabbitmq_queues"));
        gauges.put("consumers", whole(page, "rabbitmq_consumers"));
        gauges.put("connections", whole(page, "rabbitmq_connections"));
        gauges.put("channels", whole(page, "rabbitmq_channels"));
        gauges.put("memoryBytes", whole(page, "rabbitmq_process_resident_memory_bytes"));
        gauges.put("memoryLimitBytes", whole(page, "rabbitmq_resident_memory_limit_bytes"));
        gauges.put("memoryAlarm", whole(page, "rabbitmq_alarms_memory_used_watermark"));
        gauges.put("diskAlarm", whole(page, "rabbitmq_alarms_free_disk_space_watermark"));
        return new Reading(version(page), counters, gauges);
    }

    private static String version(PrometheusPage page) {
        return page.named("rabbitmq_build_info").stream()
                .findFirst()
                .map(info -> "RabbitMQ " + info.label("rabbitmq_version") + ", Erlang " + info.label("erlang_version"))
                .orElse("");
    }

    private static long whole(PrometheusPage page, String name) {
        return (long) page.sum(name);
    }
}
