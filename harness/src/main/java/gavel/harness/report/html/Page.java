package gavel.harness.report.html;

import static gavel.harness.report.text.Words.escape;
import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A growing HTML document. Text is escaped here; only what this package drew itself goes in raw. */
public final class Page {
    private static final int WORTH_A_FOLD = 2;

    private final StringBuilder out = new StringBuilder(1 << 18);
    private final Links links;
    private final Map<String, String> places = new LinkedHashMap<>();
    private int navigation = -1;

    public Page(Links links) {
        this.links = links;
    }

    public Links links() {
        return links;
    }

    public Page raw(String html) {
        out.append(html);
        return this;
    }

    public Page text(String text) {
        out.append(escape(text));
        return this;
    }

    public Page element(String tag, String cssClass, String text) {
        out.append('<').append(tag);
        if (!cssClass.isEmpty()) {
            out.append(" class=\"").append(escape(cssClass)).append('"');
        }
        out.append('>').append(escape(text)).append("</").append(tag).append('>');
        return this;
    }

    public Page open(String tag, String cssClass) {
        out.append('<').append(tag).append(" class=\"").append(escape(cssClass)).append("\">");
        return this;
    }

    public Page close(String tag) {
        out.append("</").append(tag).append(">\n");
        return this;
    }

    /** Here stands what leads to the sections, as soon as they are known. */
    public Page navigation() {
        navigation = out.length();
        return this;
    }

    /** One more place that the navigation leads to. */
    public Page leadingTo(String address, String name) {
        places.put(address, name);
        return this;
    }

    /** A part that the reader can unfold. */
    public Page fold(String summary) {
        return raw("<details><summary>").text(summary).raw("</summary>");
    }

    public Page endFold() {
        return raw("</details>");
    }

    /**
     * Rows of which so many are shown in their order: those that matter most before the first of the rest. The others are there for those
     * who ask.
     *
     * @param more names the others
     */
    public <T> void rows(
            List<T> all, int most, Predicate<T> matters, Function<List<T>, String> more, Consumer<List<T>> write) {
        long vital = all.stream().filter(matters).limit(most).count();
        long rest = most - vital;
        List<T> shown = new ArrayList<>();
        List<T> others = new ArrayList<>();
        for (T each : all) {
            boolean room = matters.test(each) ? vital-- > 0 : rest-- > 0;
            (room ? shown : others).add(each);
        }
        if (others.size() < WORTH_A_FOLD) {
            write.accept(all);
            return;
        }
        write.accept(shown);
        fold(more.apply(others));
        write.accept(others);
        endFold();
    }

    /** A link to the report of a part, where that can be reached; the bare text where not. */
    public Page part(String directory, String text) {
        return directory.isEmpty() || !links.parts()
                ? text(text)
                : raw("<a href=\"" + escape(directory) + "/report.html\">")
                        .text(text)
                        .raw("</a>");
    }

    /** A string of a script or of its data, which no text ends. */
    public static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.chars().forEach(c -> {
            boolean plain = c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '&';
            out.append(plain ? String.valueOf((char) c) : String.format(ROOT, "\\u%04x", c));
        });
        return out.append('"').toString();
    }

    /** A section with a heading and an anchor; {@code lead} is one sentence that says how to read it. */
    public Page section(String id, String title, String lead) {
        out.append("<section id=\"").append(escape(id)).append("\">");
        places.put("#" + id, title);
        element("h2", "", title);
        if (!lead.isEmpty()) {
            element("p", "lead", lead);
        }
        return this;
    }

    /** A section that the reader can unfold: beside its heading stands what was found. */
    public Page folded(String id, String title, String found) {
        out.append("<section id=\"").append(escape(id)).append("\" class=\"folded\">");
        places.put("#" + id, title);
        return raw("<details><summary>")
                .element("h2", "", title)
                .raw(" ")
                .element("span", "", found)
                .raw("</summary>");
    }

    public Page endFolded() {
        return endFold().close("section");
    }

    /** The head of a table; a class may follow a column's name after a bar. */
    public Page table(String cssClass, String... columns) {
        out.append("<div class=\"scroll\" tabindex=\"0\"><table class=\"")
                .append(escape(cssClass))
                .append("\"><thead><tr>");
        for (String column : columns) {
            int bar = column.indexOf('|');
            element("th", bar < 0 ? "" : column.substring(bar + 1), bar < 0 ? column : column.substring(0, bar));
        }
        out.append("</tr></thead><tbody>\n");
        return this;
    }

    public Page endTable() {
        out.append("</tbody></table></div>\n");
        return this;
    }

    public Page row() {
        out.append("<tr>");
        return this;
    }

    public Page cell(String cssClass, String text) {
        return element("td", cssClass, text);
    }

    public Page number(String text) {
        return element("td", "n", text);
    }

    /** One of a list of facts. */
    public Page fact(String name, String value) {
        return raw("<div>").element("dt", "", name).element("dd", "", value).raw("</div>");
    }

    public Page endRow() {
        out.append("</tr>\n");
        return this;
    }

    @Override
    public String toString() {
        if (navigation < 0 || places.size() < 2) {
            return out.toString();
        }
        String leads = places.entrySet().stream()
                .map(place -> "<a href=\"" + escape(place.getKey()) + "\">" + escape(place.getValue()) + "</a>")
                .collect(
                        Collectors.joining("", "<nav aria-label=\"Sections\"><div class=\"inner\">", "</div></nav>\n"));
        return out.substring(0, navigation) + leads + out.substring(navigation);
    }
}
