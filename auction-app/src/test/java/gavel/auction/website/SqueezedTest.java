package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqueezedTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            value = {
                "const a = [1, 2]; // two¦const a=[1,2];",
                "if (a && b) { return a; }¦if(a&&b){return a;}",
                "a + +b - -c¦a + +b - -c",
                "x => ({ a: 1 })¦x=>({a:1})",
                "const it = a ? b : c;¦const it=a?b:c;",
                "return \"a // b  : c\";¦return \"a // b  : c\";",
                "t(`a  : ${b ? `c  ${d}` : \"}\"}  e`, f)¦t(`a  : ${b ? `c  ${d}` : \"}\"}  e`,f)",
                "r = /[/\"`]  x/g.test(s)¦r=/[/\"`]  x/g.test(s)",
                "a = b / c / d;¦a=b / c / d;",
                "f(a, /* not this */ b)¦f(a,b)",
            })
    void blanksAndCommentsGoAndTextsStay(String given, String expected) {
        assertThat(Squeezed.script(given)).isEqualTo(expected + "\n");
    }

    @Test
    void linesStayWhereAStatementMayEnd() {
        assertThat(Squeezed.script("/** What\n * it is. */\nlet a\n\n  a = 1 // one\n  ++a\n"))
                .isEqualTo("let a\na=1\n++a\n");
    }

    @Test
    void aCommentWithoutAnEndIsRefused() {
        assertThatThrownBy(() -> Squeezed.script("a /* b")).hasMessageContaining("does not end");
    }

    @Test
    void aStyleKeepsItsSelectors() {
        assertThat(Squeezed.css(
                        "/* x */\n.a > :first-child, b :hover {\n  color: red;\n  margin: 0 calc(1px - 2px) ;\n}\n"))
                .isEqualTo(".a>:first-child,b :hover{color:red;margin:0 calc(1px - 2px);}");
    }

    @Test
    void allFilesOfTheSiteGetSmallerAndKeepTheirTexts() {
        Map<String, String> own = Site.sources().entrySet().stream()
                .filter(source ->
                        source.getKey().endsWith(".js") && !source.getKey().contains("dist/"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(own).hasSizeGreaterThan(20).allSatisfy((name, text) -> assertThat(Squeezed.script(text))
                .as(name)
                .hasSizeLessThan(text.length())
                .doesNotContain("\n ", "\n//", "/**"));
    }
}
