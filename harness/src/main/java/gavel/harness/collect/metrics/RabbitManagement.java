package gavel.harness.collect.metrics;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of an external RabbitMQ, from its management plug-in: messages over all queues, and its nodes summed up. The
 * account needs the tag {@code monitoring}.
 *
 * @param address of the plug-in, such as {@code http://broker:15672}
 */
public record RabbitManagement(URI address, String username, String password) implements ServerStatistics {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Map<String, String> COUNTERS = Map.of(
            "received", "publish",
            "confirmed", "confirm",
            "delivered", "deliver_get",
            "acknowledged", "ack",
            "redelivered", "redeliver",
            "unroutableReturned", "return_unroutable");

    @Override
    public Reading read(Scraper scraper) throws IOException, InterruptedException {
        return reading(page(scraper, "overview"), page(scraper, "nodes"));
    }

    private JsonNode page(Scraper scraper, String name) throws IOException, InterruptedException {
        String base = address.toString().replaceAll("/+$", "");
        URI uri = URI.create(base + "/api/" + name);
        try {
            return JSON.readTree(scraper.text(uri, username, password));
        } catch (JacksonException e) {
            throw new IOException("its answer is no JSON (" + uri + ")", e);
        }
    }

    static Reading reading(JsonNode overview, JsonNode nodes) {
        Map<String, Long> counters = new LinkedHashMap<>();
        // What never happened is not in the page.
        COUNTERS.forEach((ours, theirs) ->
                counters.put(ours, overview.path("message_stats").path(theirs).asLong(0)));
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("messagesReady", overview.at("/queue_totals/messages_ready").asLong(0));
        gauges.put(
                "messagesUnacknowledged",
                overview.at("/queue_totals/messages_unacknowledged").asLong(0));
        for (String what : new String[] {"queues", "consumers", "connections", "channels"}) {
            gauges.put(what, overview.path("object_totals").path(what).asLong(0));
        }
        long alarms = 0;
        long disks = 0;
        for (JsonNode node : nodes) {
            gauges.merge("memoryBytes", node.path("mem_used").asLong(0), Long::sum);
            gauges.merge("memoryLimitBytes", node.path("mem_limit").asLong(0), Long::sum);
            alarms += node.path("mem_alarm").asBoolean(false) ? 1 : 0;
            disks += node.path("disk_free_alarm").asBoolean(false) ? 1 : 0;
        }
        gauges.put("memoryAlarm", alarms);
        gauges.put("diskAlarm", disks);
        return new Reading(
                "RabbitMQ " + overview.path("rabbitmq_version").asString("") + ", Erlang "
                        + overview.path("erlang_version").asString(""),
                counters,
                gauges);
    }

    @Override
    public String toString() {
        return "RabbitManagement[" + address + "]";
    }
}
