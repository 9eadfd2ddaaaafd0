package gavel.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class JUnitXmlTest {
    @Test
    void aPassHasNeitherFailuresNorErrors() throws Exception {
        Element suite = parsed(JUnitXml.of(List.of(SampleResults.passed())));

        assertThat(suite.getAttribute("tests")).isEqualTo("7");
        assertThat(suite.getAttribute("failures")).isEqualTo("0");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
    }

    @Test
    void aBrokenRuleIsAFailureWithItsReason() throws Exception {
        Element suite = parsed(JUnitXml.of(List.of(SampleResults.overloaded())));

        assertThat(suite.getAttribute("failures")).isNotEqualTo("0");
        assertThat(suite.getElementsByTagName("failure").item(0).getTextContent())
                .isNotBlank();
    }

    @Test
    void whatCannotBeTrustedIsAnError() throws Exception {
        assertThat(parsed(JUnitXml.of(List.of(SampleResults.interrupted()))).getAttribute("errors"))
                .isEqualTo("1");
    }

    @Test
    void repeatsAreCasesOfTheSameSuite() throws Exception {
        Element suite = parsed(JUnitXml.of(List.of(SampleResults.passed(), SampleResults.passed())));

        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(14);
    }

    private static Element parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }
}
