package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleTest {
    private static final Map<String, String> NAMED = Map.of("frame", "lib/frame.js");

    private static String script(Map<String, String> modules, Map<String, String> named) {
        return Bundle.of(List.of("main.js"), modules, named).getFirst();
    }

    @Test
    void aLaterScriptHasWhatTheFirstHasNotAndKnowsTheRest() {
        Map<String, String> modules = Map.of(
                "main.js", "import { a } from \"./a.js\";\na();",
                "a.js", "export const a = () => 1;",
                "more.js", "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\na(b);",
                "b.js", "export const b = 2;");

        List<String> scripts = Bundle.of(List.of("main.js", "more.js"), modules, Map.of());

        assertThat(scripts).hasSize(2);
        assertThat(scripts.getFirst())
                .contains("// a.js", "// main.js")
                .endsWith("globalThis.$modules = {$a_js, $main_js};\n")
                .doesNotContain("b.js");
        assertThat(scripts.getLast())
                .startsWith("const {$a_js, $main_js} = globalThis.$modules;\n// b.js\n")
                .contains("const { a } = $a_js;", "const { b } = $b_js;")
                .doesNotContain("// a.js");
    }

    @Test
    void modulesStandAfterWhatTheyImportAndOnlyOnce() {
        String script = script(
                Map.of(
                        "main.js", "import { b } from \"./parts/b.js\";\nimport { a } from \"./a.js\";\nb(a);",
                        "parts/b.js", "import { a } from \"../a.js\";\nexport const b = () => a();",
                        "a.js", "export async function a() {}",
                        "unused.js", "x"),
                Map.of());

        assertThat(script.lines().filter(line -> line.startsWith("//")))
                .containsExactly("// a.js", "// parts/b.js", "// main.js");
        assertThat(script)
                .contains("const { b } = $parts_b_js;", "const { a } = $a_js;")
                .contains("async function a() {}\nreturn {a};", "return {b};", "b(a);\nreturn {};");
    }

    @Test
    void aMinifiedFrameworkIsUnderstood() {
        String script = script(
                Map.of(
                        "main.js", "import { h as make } from \"frame\";\nmake();",
                        "lib/frame.js", "var n=1,x=n;export{x as h,n};\n//# sourceMappingURL=frame.js.map\n"),
                NAMED);

        assertThat(script)
                .contains("var n=1,x=n;", "return {h: x, n};", "const { h: make } = $lib_frame_js;")
                .doesNotContain("sourceMappingURL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import all from \"./a.js\";",
                "import * as all from \"./a.js\";",
                "import \"./a.js\";",
                "export default 1;",
                "export let changing = 1;",
                "export { a } from \"./a.js\";",
                "import { a } from \"./missing.js\";",
                "import { m } from \"./main.js\";",
                "const late = import(\"./a.js\");"
            })
    void whatItDoesNotUnderstandIsRefused(String line) {
        Map<String, String> modules = Map.of("main.js", line, "a.js", "export const a = 1;");

        assertThatThrownBy(() -> script(modules, NAMED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("main.js");
    }
}
