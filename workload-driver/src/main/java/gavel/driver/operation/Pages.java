package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.message.RequestTemplate;
import java.util.List;

/** Checks that every page of a list keeps to, and the pictures beside its entries. */
final class Pages {
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

    /** The pictures beside the entries of the last page, side by side, as a browser loads them; once, so that their links are not kept. */
    static void shown(OperationRun run) {
        List<String> links = run.person().shown;
        run.person().shown = List.of();
        links.forEach(link -> picture(run, link));
    }

    static void picture(OperationRun run, String link) {
        run.send(RequestTemplate.link(link), Expectation.PICTURE, Reading.NOTHING);
    }

    /** Links that were sent by the server and can be asked for as they are. */
    static List<String> links(List<String> links) throws ContentException {
        for (String link : links) {
            if (!link.startsWith("/") || link.chars().anyMatch(c -> c <= ' ' || c > '~' || c == '{')) {
                throw new ContentException("not a link to a picture: " + link);
            }
        }
        return links;
    }
}
