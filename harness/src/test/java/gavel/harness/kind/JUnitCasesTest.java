package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.report.JUnitXml;
import gavel.harness.report.SampleResults;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.SweepPoint;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class JUnitCasesTest {
    @Test
    void aPassHasNeitherFailuresNorErrors() throws Exception {
        Element suite = parsed(new RunKind().junit(List.of(SampleResults.passed()), 0));

        assertThat(suite.getAttribute("tests")).isEqualTo("7");
        assertThat(suite.getAttribute("failures")).isEqualTo("0");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(endings(suite))
                .as("the driver said nothing about the rate, and only information about a single operation")
                .containsExactly("passed", "passed", "passed", "passed", "passed", "skipped", "passed");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    }

    @Test
    void aBrokenRuleIsAFailureWithItsReason() throws Exception {
        Element suite = parsed(new RunKind().junit(List.of(SampleResults.overloaded()), 0));

        assertThat(suite.getAttribute("failures")).isNotEqualTo("0");
        assertThat(suite.getElementsByTagName("failure").item(0).getTextContent())
                .isNotBlank();
    }

    @Test
    void whatCannotBeTrustedIsAnError() throws Exception {
        Element suite = parsed(new RunKind().junit(List.of(SampleResults.interrupted()), 0));

        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(skipped(suite)).contains("The data were not audited after the load.");
    }

    @Test
    void whatNobodyJudgedIsSkippedWithTheReason() throws Exception {
        Element suite = parsed(new RunKind().junit(List.of(SampleResults.neverLoaded()), 0));

        assertThat(endings(suite))
                .containsExactly("error", "skipped", "skipped", "skipped", "skipped", "skipped", "skipped");
        assertThat(skipped(suite))
                .startsWith("There is no report of the load: The audit before the load found 1 violation");
    }

    @Test
    void aRuleWithInformationOnlyWasNotJudged() throws Exception {
        Element suite = parsed(new RunKind()
                .junit(
                        List.of(SampleResults.passed(
                                rule("response", "limit 2 s", Status.PASS, "in time"),
                                rule("news", "", Status.INFO, "nobody followed an auction"),
                                rule("failures", "Login", Status.TOO_FEW, "there were no starts of Login"),
                                rule("mix", "", Status.MARGINAL, "as asked for"),
                                rule("rate", "starts of cycles", Status.INVALID, "the driver was late"))),
                        0));

        assertThat(endings(suite))
                .containsExactly("error", "passed", "skipped", "skipped", "passed", "skipped", "passed");
        assertThat(skipped(suite))
                .isEqualTo(
                        "nobody followed an auction\nLogin: there were no starts of Login\nstarts of cycles: the driver was late");
    }

    @Test
    void aSweepHasACaseForItsEfficiencyAndForEachNumberOfServers() throws Exception {
        Element suite = parsed(new ScaleKind()
                .junit(
                        List.of(SampleSweeps.sweep(List.of(
                                SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                                SampleSweeps.point(2, SampleSweeps.found(200), 0.5),
                                SampleSweeps.point(3, SampleSweeps.found(300), 0.5),
                                SampleSweeps.point(4, SampleSweeps.found(320), 0.93),
                                SampleSweeps.point(
                                        5, new Conclusion(Kind.INVALID, null, 0, "the driver was busy"), 0.5)))),
                        0));

        assertThat(names(suite))
                .containsExactly(
                        "efficiency",
                        "1 application server",
                        "2 application servers",
                        "3 application servers",
                        "4 application servers",
                        "5 application servers");
        assertThat(endings(suite)).containsExactly("passed", "passed", "passed", "passed", "skipped", "error");
        assertThat(skipped(suite)).startsWith("machine-limited: 93 % of the machine was busy");
        assertThat(suite.getElementsByTagName("error").item(0).getTextContent())
                .isEqualTo("no number: the driver was busy");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | 3 |    0 | passed
            3 | 3 |   85 | passed
            3 | 3 | 99.5 | failure
            2 | 2 |    0 | skipped
            2 | 2 |   85 | error
            1 | 1 |    0 | error
            3 | 4 |    0 | skipped
            3 | 4 |   85 | skipped
            3 | 4 | 99.5 | failure
            """)
    void theLowerEndOfTheEfficiencyIsHeldAgainstWhatWasAskedFor(int searched, int wanted, double atLeast, String ending)
            throws Exception {
        List<SweepPoint> points = new ArrayList<>(SampleSweeps.line(searched).points());
        for (int servers = searched + 1; servers <= wanted; servers++) {
            points.add(SweepPoint.missing(servers, "not measured yet", 0));
        }

        Element suite = parsed(new ScaleKind().junit(List.of(SampleSweeps.sweep(points)), atLeast));

        assertThat(endings(suite).getFirst()).isEqualTo(ending);
        assertThat(names(suite).getFirst())
                .isEqualTo(
                        atLeast == 0
                                ? "efficiency"
                                : atLeast == 85 ? "efficiency at least 85 %" : "efficiency at least 99.5 %");
    }

    @Test
    void whatEndedACommandIsOneMoreError() throws Exception {
        JUnitXml before = new RunKind().junit(List.of(SampleResults.passed()), 0);

        Element suite = parsed(before.withError("gavel run", "no room\n| \u001b[31mtail\u0000 of a <log>"));

        assertThat(suite.getAttribute("tests")).isEqualTo("8");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        Element error = (Element) suite.getElementsByTagName("error").item(0);
        assertThat(error.getAttribute("message")).isEqualTo("no room");
        assertThat(error.getTextContent()).isEqualTo("no room\n| ?[31mtail? of a <log>");
        assertThat(parsed(before).getAttribute("errors")).isEqualTo("0");
    }

    @Test
    void repeatsAreCasesOfTheSameSuite() throws Exception {
        Element suite = parsed(new RunKind().junit(List.of(SampleResults.passed(), SampleResults.passed()), 0));

        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(14);
    }

    private static RuleOutcome rule(String rule, String subject, Status status, String message) {
        return new RuleOutcome(rule, subject, status, "", "", message);
    }

    private static Stream<Element> cases(Element suite) {
        NodeList cases = suite.getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength()).mapToObj(i -> (Element) cases.item(i));
    }

    private static List<String> names(Element suite) {
        return cases(suite).map(test -> test.getAttribute("name")).toList();
    }

    private static List<String> endings(Element suite) {
        return cases(suite)
                .map(test -> test.getFirstChild() == null
                        ? "passed"
                        : test.getFirstChild().getNodeName())
                .toList();
    }

    private static String skipped(Element suite) {
        return cases(suite)
                .filter(test -> test.getElementsByTagName("skipped").getLength() > 0)
                .map(Element::getTextContent)
                .collect(Collectors.joining("\n"));
    }

    private static Element parsed(JUnitXml xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.text().getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }
}
