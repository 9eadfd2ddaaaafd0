package gavel.driver.operation;

import gavel.driver.profile.Draws;
import java.util.List;

/** Words people write: titles and descriptions of the vocabulary that is searched for. */
final class Prose {
    private Prose() {}

    static String word(OperationRun run) {
        List<String> words = run.context().profile().words();
        return words.get(run.person().draws().below(words.size()));
    }

    static String words(OperationRun run, int count) {
        StringBuilder text = new StringBuilder(word(run));
        for (int i = 1; i < count; i++) {
            text.append(' ').append(word(run));
        }
        return text.toString();
    }

    static long one(long[] of, Draws draws) {
        return of[draws.below(of.length)];
    }

    static <T> T one(List<T> of, Draws draws) {
        return of.get(draws.below(of.size()));
    }
}
