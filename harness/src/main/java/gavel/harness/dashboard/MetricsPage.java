package gavel.harness.dashboard;

import gavel.harness.dashboard.state.FinalState;
import gavel.harness.dashboard.state.Frame;
import gavel.harness.dashboard.state.Frame.Operation;
import gavel.harness.dashboard.state.Subject;
import gavel.harness.dashboard.state.Tick;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A frame as a page in the Prometheus text format (exposition format 0.0.4): pure. Counters count from the start of the command. */
final class MetricsPage {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final double MICROS = 1e6;
    /** What was seen longer ago is not what a load does now. */
    private static final long STALE_MILLIS = 5_000;

    private final StringBuilder out = new StringBuilder(8 << 10);

    private MetricsPage() {}

    static String of(Frame frame) {
        MetricsPage page = new MetricsPage();
        page.subject(frame);
        Frame.Load load = frame.load();
        if (load != null) {
            page.load(load);
            page.operations(load);
            if (load.point() != null && frame.nowMillis() - load.point().atMillis() < STALE_MILLIS) {
                page.present(load);
            }
        }
        if (frame.machine().sampled()) {
            page.machine(frame.machine());
            page.tick(frame);
        }
        page.ending(frame.ending());
        return page.out.toString();
    }

    private void subject(Frame frame) {
        Subject subject = frame.subject();
        family("gavel_info", "gauge", "What is run; always 1.");
        out.append("gavel_info{kind=\"")
                .append(escaped(subject.kind()))
                .append("\",name=\"")
                .append(escaped(subject.name()))
                .append("\",profile=\"")
                .append(escaped(subject.profile()))
                .append("\",length=\"")
                .append(escaped(subject.length()))
                .append("\",services=\"")
                .append(escaped(subject.services()))
                .append("\"} 1\n");
        family("gavel_phase", "gauge", "The phase of the run that is under way; always 1.");
        if (frame.doing() != null) {
            labelled("gavel_phase", "phase", frame.doing().title(), 1);
        }
    }

    private void load(Frame.Load load) {
        single("gavel_loads_total", "counter", "Loads begun, the present one included.", load.number());
        single(
                "gavel_news_pairs_total",
                "counter",
                "Pairs of accepted bid and follower.",
                load.news().pairsEver());
        single(
                "gavel_news_late_total",
                "counter",
                "Pairs whose news was late.",
                load.news().lateEver());
        if (load.held() != null) {
            single(
                    "gavel_held_requests_total",
                    "counter",
                    "Requests that were held until there was news and answered; they are no operations.",
                    load.held().ever().completed());
            single(
                    "gavel_held_requests_failed_total",
                    "counter",
                    "Held requests that failed.",
                    load.held().ever().failed());
        }
    }

    private void operations(Frame.Load load) {
        each(
                load,
                "gavel_operations_total",
                "counter",
                "Operations of people and their pages that ended with the right answer.",
                o -> o.ever().completed());
        each(load, "gavel_operations_late_total", "counter", "Operations that were late or failed.", o -> o.ever()
                .late());
        each(load, "gavel_operations_failed_total", "counter", "Operations that failed.", o -> o.ever()
                .failed());
        each(
                load,
                "gavel_operation_limit_seconds",
                "gauge",
                "Limit of the 99th percentile.",
                o -> o.limitMillis() / 1e3);
    }

    /** What it does in these seconds: absent where it is over, as what a load did last would pass for that of now. */
    private void present(Frame.Load load) {
        single("gavel_users", "gauge", "Simulated users with a session or between two.", load.users());
        single("gavel_users_target", "gauge", "Users at full load; 0 where they grow.", load.wanted());
        single(
                "gavel_driver_busy_ratio",
                "gauge",
                "Busiest loop of the workload driver.",
                load.driver().busyShare());
        family(
                "gavel_driver_lateness_p99_seconds",
                "gauge",
                "99th percentile of how late the driver's timers were; absent where so few do not tell it.");
        if (load.driver().latenessP99Micros() >= 0) {
            sample("gavel_driver_lateness_p99_seconds", load.driver().latenessP99Micros() / MICROS);
        }
        each(
                load,
                "gavel_operation_latency_p99_seconds",
                "gauge",
                "99th percentile of the last five seconds; absent where so few samples do not tell it.",
                o -> o.p99Micros() < 0 ? Double.NaN : o.p99Micros() / MICROS);
        each(
                load,
                "gavel_operation_latency_max_seconds",
                "gauge",
                "Largest latency of the last five seconds; absent without a sample.",
                o -> o.maxMicros() < 0 ? Double.NaN : o.maxMicros() / MICROS);
    }

    private void machine(Frame.Machine machine) {
        single("gavel_machine_cpu_cores", "gauge", "Cores of the machine.", machine.cores());
        single("gavel_machine_cpu_busy_ratio", "gauge", "Share of all cores that was busy.", machine.busyShare());
        single("gavel_machine_cpu_steal_ratio", "gauge", "Share that the hypervisor took.", machine.stealShare());
        single("gavel_machine_memory_used_bytes", "gauge", "Memory in use.", machine.memoryUsedBytes());
        family("gavel_tier_cpu_cores", "gauge", "Cores the processes of a tier use.");
        machine.tiers().forEach(tier -> labelled("gavel_tier_cpu_cores", "tier", tier.name(), tier.cores()));
        family("gavel_tier_memory_bytes", "gauge", "Resident memory of a tier, shared pages counted for each process.");
        machine.tiers().forEach(tier -> labelled("gavel_tier_memory_bytes", "tier", tier.name(), tier.rssBytes()));
    }

    private void tick(Frame frame) {
        Tick tick = frame.tick();
        byTier(
                frame,
                "gavel_tier_storage_bytes_per_second",
                "Bytes a tier reads from storage and writes.",
                tick.storage());
        byTier(frame, "gavel_tier_network_bytes_per_second", "Bytes a tier receives.", tick.network());
        family("gavel_server_figure", "gauge", "What servers say of themselves: rates a second and present values.");
        for (int i = 0; i < tick.servers().size(); i++) {
            if (tick.servers().get(i) >= 0) {
                labelled(
                        "gavel_server_figure",
                        "figure",
                        frame.figures().get(i).title(),
                        tick.servers().get(i));
            }
        }
    }

    private void byTier(Frame frame, String name, String help, List<Double> values) {
        family(name, "gauge", help);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) >= 0) {
                labelled(name, "tier", frame.tiers().get(i).tier(), values.get(i));
            }
        }
    }

    private void ending(FinalState ending) {
        family("gavel_verdict", "gauge", "How the run ended; always 1, absent before.");
        if (ending != null) {
            labelled("gavel_verdict", "verdict", ending.stamp(), 1);
        }
    }

    private void each(Frame.Load load, String name, String type, String help, ToDoubleFunction<Operation> value) {
        family(name, type, help);
        for (Operation operation : load.operations()) {
            double figure = value.applyAsDouble(operation);
            if (!Double.isNaN(figure)) {
                labelled(name, "operation", operation.name(), figure);
            }
        }
    }

    private void single(String name, String type, String help, double value) {
        family(name, type, help);
        sample(name, value);
    }

    private void sample(String name, double value) {
        out.append(name).append(' ').append(number(value)).append('\n');
    }

    private void family(String name, String type, String help) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void labelled(String name, String label, String text, double value) {
        out.append(name)
                .append('{')
                .append(label)
                .append("=\"")
                .append(escaped(text))
                .append("\"} ")
                .append(number(value))
                .append('\n');
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6f", value);
    }
}
