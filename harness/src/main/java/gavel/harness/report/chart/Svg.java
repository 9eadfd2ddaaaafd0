package gavel.harness.report.chart;

import static java.util.Locale.ROOT;

import gavel.harness.report.text.Words;

/** Writes the few shapes charts are made of. Colours come from the page's style sheet, so that light and dark both work. */
final class Svg {
    private final StringBuilder out = new StringBuilder();

    Svg(String cssClass, String label, double width, double height) {
        out.append(String.format(
                ROOT,
                "<svg class=\"chart %s\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">",
                cssClass,
                width,
                height,
                Words.escape(label)));
    }

    Svg line(String cssClass, double x1, double y1, double x2, double y2) {
        out.append(String.format(
                ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                cssClass,
                x1,
                y1,
                x2,
                y2));
        return this;
    }

    Svg rect(String cssClass, double x, double y, double width, double height) {
        out.append(String.format(
                ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                cssClass,
                x,
                y,
                Math.max(0, width),
                Math.max(0, height)));
        return this;
    }

    /** A square that tells a pointer what it is. */
    Svg named(String cssClass, double x, double y, double size, String title) {
        out.append(String.format(
                ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s</title></rect>",
                cssClass,
                x,
                y,
                size,
                size,
                Words.escape(title)));
        return this;
    }

    /** A text that tells a pointer what it stands for. */
    Svg named(String cssClass, double x, double y, String text, String title) {
        out.append(String.format(
                ROOT,
                "<text class=\"%s\" text-anchor=\"start\" x=\"%.1f\" y=\"%.1f\">%s<title>%s</title></text>",
                cssClass,
                x,
                y,
                Words.escape(text),
                Words.escape(title)));
        return this;
    }

    /** @param anchor start, middle or end */
    Svg text(String cssClass, String anchor, double x, double y, String text) {
        out.append(String.format(
                ROOT,
                "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                cssClass,
                anchor,
                x,
                y,
                Words.escape(text)));
        return this;
    }

    /** A line through points; a NaN interrupts it, and a point between two of them is a dot: moving alone draws nothing. */
    Svg path(String cssClass, String title, double[] xs, double[] ys) {
        StringBuilder d = new StringBuilder();
        boolean pen = false;
        for (int i = 0; i < xs.length; i++) {
            if (Double.isNaN(ys[i])) {
                pen = false;
            } else {
                boolean alone = !pen && (i + 1 == xs.length || Double.isNaN(ys[i + 1]));
                d.append(String.format(ROOT, "%s%.1f %.1f%s", pen ? "L" : "M", xs[i], ys[i], alone ? "h0.1" : ""));
                pen = true;
            }
        }
        out.append("<path class=\"")
                .append(cssClass)
                .append("\" data-name=\"")
                .append(Words.escape(title))
                .append("\" d=\"")
                .append(d)
                .append("\"/>");
        return this;
    }

    /** The area between two lines over the same xs. */
    Svg area(String cssClass, double[] xs, double[] upper, double[] lower) {
        StringBuilder d = new StringBuilder();
        for (int i = 0; i < xs.length; i++) {
            d.append(String.format(ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", xs[i], upper[i]));
        }
        for (int i = xs.length - 1; i >= 0; i--) {
            d.append(String.format(ROOT, "L%.1f %.1f", xs[i], lower[i]));
        }
        out.append("<path class=\"")
                .append(cssClass)
                .append("\" d=\"")
                .append(d)
                .append("Z\"/>");
        return this;
    }

    String end() {
        return out.append("</svg>").toString();
    }
}
