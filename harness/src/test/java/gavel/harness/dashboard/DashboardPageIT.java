package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import gavel.harness.collect.LiveFigures;
import gavel.harness.dashboard.state.RecordedConsole;
import gavel.harness.dashboard.state.SampleCollector;
import gavel.harness.dashboard.state.SampleLoad;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import gavel.harness.report.text.Words;
import gavel.harness.run.Console;
import gavel.harness.run.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The page as a person sees it. */
@Timeout(60)
class DashboardPageIT {
    private static final String TEXT = "document.getElementById('%s').innerText.includes('%s')";
    /** The newest value in the key of the first chart. */
    private static final String USERS = "document.querySelector('#charts .legend').textContent";

    /** A browser that was ended may still write for a moment. */
    @TempDir(cleanup = CleanupMode.NEVER)
    private Path scratch;

    private final AtomicInteger stops = new AtomicInteger();

    private static String shows(String id, String text) {
        return TEXT.formatted(id, text);
    }

    /** Another sample whenever somebody asks. */
    private static void look(SampleCollector seen) {
        SampleLoad load = new SampleLoad();
        try {
            while (!new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS)) {
                seen.latest = load.sample(System.currentTimeMillis(), 1);
            }
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
        }
    }

    private Browser browser() throws Exception {
        Optional<Browser> installed = Browser.start(scratch.resolve("profile"));
        assumeThat(installed).isPresent();
        return installed.get();
    }

    /** Whose scripts can be asked. */
    private static void visit(Browser browser, Dashboard dashboard) throws Exception {
        browser.visit(dashboard.ownAddress(), 360);
        browser.await("location.port && document.readyState === 'complete'");
    }

    private Dashboard dashboard() throws IOException {
        return dashboard(0);
    }

    private Dashboard dashboard(int port) throws IOException {
        return Dashboard.open(
                port,
                new RunKind(),
                Files.createDirectories(scratch.resolve("results")),
                InstantSource.system(),
                stops::incrementAndGet);
    }

    @Test
    void everyCurveHasItsNameFromTheDeploymentOnAndWhatIsNoFigureHasNone() throws Exception {
        try (Browser browser = browser();
                Dashboard dashboard = dashboard()) {
            Console console = dashboard.watching(new RecordedConsole());
            SampleLoad.deploy(console);
            console.begun(Phase.WARM_SERVERS.title());
            browser.visit(dashboard.ownAddress(), 360);
            SampleCollector seen = new SampleCollector();
            seen.figures = new LiveFigures(
                    Map.of("relational", 2_048.0, "<b id=bad>", 1.0),
                    Map.of(LiveFigures.TOGETHER, Double.NaN),
                    Map.of("relational", Map.of("commits", 1e300)));
            Thread seconds = Thread.ofVirtual().start(() -> look(seen));
            console.watched(seen);
            // Every curve has its colour and its name in a key, as in the reports.
            browser.await(shows("charts", "relational database") + " && " + shows("charts", "application servers"));
            browser.await("[...document.querySelectorAll('#charts figure:not([hidden])')].every((figure) =>"
                    + " figure.querySelectorAll('path').length === figure.querySelectorAll('.legend .key').length)");
            browser.await(shows("servers", "transactions a second"));
            browser.await("[...document.querySelectorAll('#charts figure:not([hidden]) svg')].every((svg) =>"
                    + " svg.querySelector('.phase')?.textContent.startsWith('warm'))");
            seconds.interrupt();
            assertThat(browser.evaluate(
                            "document.body.innerHTML.includes('NaN') || Boolean(document.getElementById('bad'))"))
                    .as("figures that are none, and names with markup")
                    .isEqualTo("false");
            browser.await("getComputedStyle(document.querySelector('section')).borderRadius === '10px'");
            browser.await("document.documentElement.scrollWidth <= 360");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void aRunIsFollowedToItsVerdictAndBeyondItsEnd() throws Exception {
        try (Browser browser = browser();
                Dashboard dashboard = dashboard()) {
            Console console = dashboard.watching(new RecordedConsole());
            SampleLoad.begin(console);
            SampleLoad load = new SampleLoad();
            console.second(load.second(20, 1.2), load.sample(1));
            browser.visit(dashboard.ownAddress(), 360);

            browser.await(shows("stamp", "Measuring"));
            browser.await(shows("sentence", "100 simulated users"));
            browser.await(shows("headline", "SearchItems is above its limit just now"));
            browser.await(shows("latency", "PlaceBid") + " && " + shows("cpu", "application servers × 2"));
            browser.await(
                    shows("cpu", "Memory (RSS)") + " && " + shows("charts", "shared pages count for each process"));
            browser.await("document.querySelectorAll('#charts svg path').length > 4");
            browser.await("document.documentElement.scrollWidth <= 360");

            for (int second = 21; second <= 30; second++) {
                console.second(load.second(second, 1.2), load.sample(1));
            }
            browser.await(shows("clock", "0:15 of 0:30"));
            browser.await(shows("headline", "late or failed so far, 1 % is allowed"));

            browser.await("!location.hash && !document.getElementById('stopping').hidden");
            browser.evaluate("document.getElementById('stop').click()");
            browser.await("document.getElementById('ask').open");
            browser.evaluate("document.getElementById('ask-no').click()");
            assertThat(stops).as("it asks first").hasValue(0);
            browser.evaluate("document.getElementById('stop').click(), document.getElementById('ask-yes').click()");
            browser.await(shows("stop", "Stopping"));
            assertThat(stops).hasValue(1);

            dashboard.concluded(new RunKind(), SampleResults.overloaded());
            browser.await(shows("stamp", "FAIL") + " && document.title.startsWith('FAIL')");
            assertThat(browser.evaluate("document.getElementById('memory').innerText"))
                    .as("pages that processes share are divided among them")
                    .isEqualTo("Memory");
            assertThat(browser.evaluate("document.getElementById('report').getAttribute('href')"))
                    .isEqualTo("/results/" + SampleResults.overloaded().run().id() + "/report.html");
            dashboard.close();
            browser.await(shows("connection", "the command has ended"));
            assertThat(browser.evaluate("document.getElementById('stamp').innerText"))
                    .isEqualTo("FAIL");
            assertThat(browser.complaints())
                    .as("but that nobody answers any more")
                    .allMatch(complaint -> complaint.contains("ERR_CONNECTION_REFUSED"));
        }
    }

    /** A tab that was left open finds the next command at its address, whose load has come less far. */
    @Test
    void theNextCommandAtAnAddressHasTimeLinesOfItsOwn() throws Exception {
        try (Browser browser = browser()) {
            int port;
            try (Dashboard first = dashboard()) {
                port = first.address().getPort();
                load(first, 20);
                browser.visit(first.ownAddress(), 360);
                browser.await(USERS + " === '400'");
            }
            try (Dashboard next = dashboard(port)) {
                load(next, 3);
                browser.await(USERS + " === '120'");
            }
        }
    }

    private static void load(Dashboard dashboard, int seconds) {
        Console console = dashboard.watching(new RecordedConsole());
        SampleLoad.begin(console);
        SampleLoad load = new SampleLoad();
        for (int second = 1; second <= seconds; second++) {
            console.second(load.second(second, 0.5), load.sample(1));
        }
    }

    /** A pointer in the time before a load is told no user of it. */
    @Test
    void aMomentOfWhichNothingIsKnownHasNoValue() throws Exception {
        try (Browser browser = browser();
                Dashboard dashboard = dashboard()) {
            visit(browser, dashboard);
            assertThat(browser.evaluate("import('/chart.js').then(({ Chart, linear }) => { const chart ="
                            + " new Chart(document.body, { title: 'load', scale: linear(1), tick: String, point() {},"
                            + " series: () => [{ style: 's1', name: 'users', of: (p) => p.users, text: String }] });"
                            + " const told = (cursor) => { chart.draw({ points: [{ at: 100, seconds: 1, users: 7 }],"
                            + " bands: [], phases: [], from: 0, to: 130, cursor, label: String });"
                            + " return chart.key.textContent; };"
                            + " return [told(null), told(102), told(20)].join(', '); })"))
                    .isEqualTo("users 7, users 7, users –");
        }
    }

    /** A drawing that the browser makes smaller has its moments beside the pointer that asks for them. */
    @Test
    void aChartIsDrawnInTheSizeItHas() throws Exception {
        try (Browser browser = browser();
                Dashboard dashboard = dashboard()) {
            load(dashboard, 3);
            browser.visit(dashboard.ownAddress(), 390);
            browser.await(USERS + " === '120'");
            assertThat(browser.evaluate("document.querySelector('#charts svg').getScreenCTM().a.toFixed(2)"))
                    .isEqualTo("1.00");
        }
    }

    /** What is left after rounding has as many digits as in the report. */
    @Test
    void figuresReadAsInTheReport() throws Exception {
        try (Browser browser = browser();
                Dashboard dashboard = dashboard()) {
            visit(browser, dashboard);
            for (long micros : new long[] {9_996, 99_960, 999_600, 9_996_000}) {
                assertThat(browser.evaluate(words("latency", micros))).isEqualTo(Words.latency(micros));
            }
            for (long millis : new long[] {250, 1_500, 3_000}) {
                assertThat(browser.evaluate(words("limit", millis))).isEqualTo(Words.limit(millis));
            }
            for (double share : new double[] {0, 0.00096, 0.0996, 0.5}) {
                assertThat(browser.evaluate(words("percent", share))).isEqualTo(Words.percent(share));
            }
            assertThat(browser.evaluate(words("decimal", 99.96))).isEqualTo(Words.users(99.96));
        }
    }

    private static String words(String form, Number value) {
        return "import('/words.js').then((words) => words." + form + "(" + value + "))";
    }

    /** A search climbs once; before each probe people rest and come, which finds nothing. */
    @Test
    void onlyTheClimbIsSaidToClimb() throws Exception {
        try (Browser browser = browser();
                Dashboard dashboard = dashboard()) {
            visit(browser, dashboard);
            assertThat(browser.evaluate(head("climb")))
                    .isEqualTo("climbing: climb. More users join until a limit breaks twice.");
            assertThat(browser.evaluate(head("probe 3")))
                    .isEqualTo("before a measurement: probe 3. Nothing is counted yet.");
        }
    }

    private static String head(String where) {
        return "import('/live.js').then((live) => { const frame = { subject: { name: '', severalLoads: true },"
                + " doing: { title: 'search the peak', sinceMillis: 0 }, load: { where: '" + where + "', wanted: 0,"
                + " phases: null, phase: 'CLIMB', second: 5, counted: false, users: 40, operations: [] } };"
                + " live.showHead(frame, 0);"
                + " return live.headOf(frame) + ': ' + document.getElementById('headline').textContent; })";
    }

    /** A clock that was set back must not stop the page. */
    @Test
    void aPhaseThatEndsBeforeItBeginsHasNoName() throws Exception {
        try (Browser browser = browser();
                Dashboard dashboard = dashboard()) {
            visit(browser, dashboard);
            assertThat(browser.evaluate("import('/chart.js').then(({ Chart, linear }) => { const chart ="
                            + " new Chart(document.body, { title: 'set back', scale: linear(1), tick: String,"
                            + " series: () => [], point() {} }); chart.draw({ points: [], bands: [],"
                            + " phases: [{ name: 'warm up', from: 10, to: 5 }], from: 0, to: 30, cursor: null,"
                            + " label: String }); return chart.svg.querySelectorAll('.phase').length + ' names'; })"))
                    .isEqualTo("0 names");
        }
    }
}
