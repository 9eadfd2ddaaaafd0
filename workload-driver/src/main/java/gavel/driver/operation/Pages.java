package gavel.driver.operation;

import gavel.driver.message.RequestTemplate;
import java.util.List;

/** Checks that every page of a list keeps to, and the pictures beside its entries. */
final class Pages {
    static final RequestTemplate PATH = RequestTemplate.get("{path}");

    private Pages() {}

    /** Page numbers, sizes and entries of `{items, page, size, total}` fit each other and what was asked for. */
    static void check(Answer answer, int entries, int page, int size, int total) throws ContentException {
        long shown = answer.id(page + 1);
        long all = answer.id(total);
        if (answer.id(page) < 0 || shown != size) {
            throw new ContentException("a page of size " + shown + ", asked for was " + size);
        }
        long expected = Math.clamp(all - answer.id(page) * size, 0, size);
        if (entries != expected) {
            throw new ContentException(entries + " entries on page " + answer.id(page) + " of " + all + " in all");
        }
    }

    /** Side by side, as a browser loads them. */
    static void pictures(OperationRun run, List<String> paths) {
        for (String path : paths) {
            if (path.startsWith("/")) {
                picture(run, path);
            }
        }
    }

    static void picture(OperationRun run, String path) {
        run.send(RequestTemplate.get(path).request(), Expectation.PICTURE, Reading.NOTHING);
    }
}
