package gavel.harness.report.page;

import static gavel.harness.report.text.Words.escape;

/** A growing HTML document. Text is escaped here; only what this package drew itself goes in raw. */
final class Page {
    private final StringBuilder out = new StringBuilder(1 << 18);

    Page raw(String html) {
        out.append(html);
        return this;
    }

    Page text(String text) {
        out.append(escape(text));
        return this;
    }

    Page element(String tag, String cssClass, String text) {
        out.append('<').append(tag);
        if (!cssClass.isEmpty()) {
            out.append(" class=\"").append(escape(cssClass)).append('"');
        }
        out.append('>').append(escape(text)).append("</").append(tag).append('>');
        return this;
    }

    Page open(String tag, String cssClass) {
        out.append('<').append(tag).append(" class=\"").append(escape(cssClass)).append("\">");
        return this;
    }

    Page close(String tag) {
        out.append("</").append(tag).append(">\n");
        return this;
    }

    /** A section with a heading and an anchor; {@code lead} is one sentence that says how to read it. */
    Page section(String id, String title, String lead) {
        out.append("<section id=\"").append(escape(id)).append("\">");
        element("h2", "", title);
        if (!lead.isEmpty()) {
            element("p", "lead", lead);
        }
        return this;
    }

    /** The head of a table; a class may follow a column's name after a bar. */
    Page table(String cssClass, String... columns) {
        out.append("<div class=\"scroll\"><table class=\"")
                .append(escape(cssClass))
                .append("\"><thead><tr>");
        for (String column : columns) {
            int bar = column.indexOf('|');
            element("th", bar < 0 ? "" : column.substring(bar + 1), bar < 0 ? column : column.substring(0, bar));
        }
        out.append("</tr></thead><tbody>\n");
        return this;
    }

    Page endTable() {
        out.append("</tbody></table></div>\n");
        return this;
    }

    Page row() {
        out.append("<tr>");
        return this;
    }

    Page cell(String cssClass, String text) {
        return element("td", cssClass, text);
    }

    Page number(String text) {
        return element("td", "n", text);
    }

    Page endRow() {
        out.append("</tr>\n");
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
