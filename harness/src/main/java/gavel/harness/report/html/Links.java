package gavel.harness.report.html;

/**
 * What a page can lead to.
 *
 * @param overview address of the page that lists this one; empty where there is none
 * @param parts whether the reports of a result's parts are where the result has them
 */
public record Links(String overview, boolean parts) {
    /** Of the report that stands beside its result. */
    public static final Links BESIDE = new Links("", true);
}
