package gavel.harness.report.page;

import gavel.driver.api.AgentClock;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.DriverShare;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.Rate;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.Tail;
import java.util.List;
import java.util.Map;

/** Whether the load was the intended one: news, mix, rate, the driver's own state, and what failed first. */
final class WorkloadSection {
    private static final int MOST_FAILURES = 4;

    private WorkloadSection() {}

    static void news(Page page, NewsReport news) {
        page.section(
                "news",
                "News of bids",
                "From the intended start of a bid to the moment a follower of the auction has read a view that includes it.");
        page.open("dl", "facts");
        page.fact("Pairs of bid and follower", Words.count(news.pairs()));
        page.fact("Late (over " + Words.limit(news.limitMillis()) + ")", Words.count(news.late()));
        page.fact("Undelivered", Words.count(news.undelivered()));
        page.fact("Median", Words.latency(Figures.micros(news.latency(), 0.5)));
        page.fact("99th percentile", Words.latency(Figures.micros(news.latency(), 0.99)));
        page.fact("99.9th percentile", Words.latency(Figures.micros(news.latency(), 0.999)));
        page.fact(
                "Largest",
                Words.latency(news.latency().count() == 0 ? -1 : news.latency().maxMicros()));
        tail(page, "Bidder's own screen", Tail.of(news.ownScreen()));
        page.close("dl").close("section");
    }

    static void mix(Page page, LoadReport load) {
        String lead = "What the users did, against what their behaviour asks for.";
        boolean all = load.mix().stream().allMatch(WorkloadSection::within);
        if (all) {
            page.folded(
                    "mix",
                    "Mix and rate",
                    Words.plural(load.mix().size(), "operation") + ", each as often as expected");
            page.element("p", "lead", lead);
        } else {
            page.section("mix", "Mix and rate", lead);
        }
        page.table("", "Operation", "Starts|n", "Expected|n", "Actual|n", "Tolerance|n wide", "Within it|n");
        load.mix().forEach(m -> {
            boolean within = within(m);
            page.row()
                    .raw("<th scope=\"row\">")
                    .text(m.operation())
                    .raw("</th>")
                    .number(Words.count(m.starts()))
                    .number(Words.percent(m.expected()))
                    .number(Words.percent(m.actual()))
                    .cell("n wide", "± " + Words.percent(m.tolerance()))
                    .cell(within ? "n good" : "n bad", within ? "✓" : "✕")
                    .endRow();
        });
        page.endTable();
        Rate rate = load.rate();
        if (rate != null) {
            page.open("dl", "facts");
            page.fact(
                    "Main operations started",
                    Words.decimal(rate.mainStarts(), 0) + " of " + Words.decimal(rate.expectedMainStarts(), 0)
                            + " expected");
            page.fact(
                    "Attended time with a poll outstanding",
                    rate.followerAttendedSeconds() <= 0
                            ? "–"
                            : Words.percent(rate.followerPolledSeconds() / rate.followerAttendedSeconds()));
            page.fact(
                    "Accepted bids per user and minute",
                    Words.decimal(60 * rate.acceptedBidsPerUserSecond(), 2) + " (reference "
                            + Words.decimal(60 * rate.referenceBidsPerUserSecond(), 2) + ")");
            page.close("dl");
        }
        if (all) {
            page.endFolded();
        } else {
            page.close("section");
        }
    }

    private static boolean within(MixShare share) {
        // Some rounding more: a share at its bound is within it.
        return Math.abs(share.actual() - share.expected()) <= share.tolerance() + 1e-12;
    }

    static void driver(Page page, LoadReport load) {
        DriverHealth health = load.driver();
        Tail lateness = Tail.of(load.lateness());
        page.folded(
                "driver",
                "The driver itself",
                (health == null ? "" : "busiest loop " + Words.percent(health.busyShare()) + ", ") + "timers late by "
                        + Words.latency(lateness.micros()) + " (" + lateness.name() + ")");
        page.element(
                "p",
                "lead",
                "A driver that is late or starved only lengthens responses. So a pass stands, and a failure where the server"
                        + " is to blame beyond doubt; otherwise the run is invalid.");
        page.open("dl", "facts");
        if (health != null) {
            page.fact("Event loops", Words.count(health.loops()));
            page.fact("Busy, worst loop", Words.percent(health.busyShare()) + " (limit 80 %)");
            page.fact("Waiting for a core", Words.percent(health.runQueueShare()) + " (limit 2 %)");
            page.fact("CPU", Words.decimal(health.cpuSeconds(), 1) + " s");
            page.fact("Garbage collection", Words.percent(health.gcShare()));
            page.fact(
                    "Descriptors",
                    Words.count(health.openDescriptorsMax()) + " of " + Words.count(health.descriptorLimit()));
            page.fact("CPU stolen", Words.percent(health.cpuStealShare()));
        }
        tail(page, "Timer lateness", lateness);
        page.close("dl").fold("Counters").open("dl", "facts");
        for (Map.Entry<String, Long> counter : load.counters().entrySet()) {
            String value = counter.getKey().startsWith("bytes")
                    ? Words.bytes(counter.getValue())
                    : Words.count(counter.getValue());
            page.fact(Words.spaced(counter.getKey()), value);
        }
        page.close("dl").endFold();
        drivers(page, load.drivers());
        page.endFolded();
    }

    /** A single one was shown already. */
    static void drivers(Page page, List<DriverShare> drivers) {
        if (drivers.size() < 2) {
            return;
        }
        page.table(
                "", "Driver", "Users|n", "Loops|n wide", "Busy|n", "Waiting|n", "CPU|n", "Lateness|n", "Clock|n wide");
        for (DriverShare driver : drivers) {
            DriverHealth health = driver.health();
            page.row()
                    .raw("<th scope=\"row\">")
                    .text(driver.name())
                    .raw("</th>")
                    .number(Words.count(driver.users()))
                    .cell("n wide", Words.count(health.loops()))
                    .number(Words.percent(health.busyShare()))
                    .number(Words.percent(health.runQueueShare()))
                    .number(Words.decimal(health.cpuSeconds(), 1) + " s")
                    .number(Words.tail(Tail.of(driver.lateness())))
                    .cell("n wide", clock(driver.clock()))
                    .endRow();
        }
        page.endTable();
    }

    private static String clock(AgentClock clock) {
        return clock.equals(AgentClock.SAME)
                ? "the same"
                : Words.decimal(clock.offsetMicros() / 1_000.0, 1) + " ± "
                        + Words.decimal(clock.boundMicros() / 1_000.0, 1) + " ms";
    }

    static void failures(Page page, LoadReport load) {
        if (load.firstFailures().isEmpty()) {
            return;
        }
        page.section("failures", "First failed exchanges", "");
        page.rows(
                load.firstFailures(),
                MOST_FAILURES,
                f -> false,
                more -> more.size() + " more",
                some -> failures(page, load, some));
        page.close("section");
    }

    private static void failures(Page page, LoadReport load, List<FailedExchange> failures) {
        page.table("", "After|n", "Operation", "Request|wide", "Failure|wide", "What was expected and what came");
        failures.forEach(f -> page.row()
                .number(Words.decimal((f.atMillis() - load.startedAtMillis()) / 1000.0, 1) + " s")
                .cell("", f.operation())
                .cell("code wide", f.request())
                .cell("wide", f.failure())
                .cell("", f.detail())
                .endRow());
        page.endTable();
    }

    private static void tail(Page page, String name, Tail tail) {
        page.fact(name + ", " + tail.name(), Words.latency(tail.micros()));
    }
}
