package gavel.auction.page;

import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.FieldProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * Which page a caller wants, from the parameters {@code page} and {@code size}; endpoints take it as an argument. Endpoints with
 * cursors use its size only.
 *
 * @param page from 0
 * @param size 1 to 100
 */
public record PageRequest(int page, int size) {
    public static final int DEFAULT_SIZE = 10;
    public static final int MAX_SIZE = 100;
    private static final int MAX_PAGE = 1_000_000;

    public PageRequest {
        List<FieldProblem> problems = new ArrayList<>();
        if (page < 0 || page > MAX_PAGE) {
            problems.add(new FieldProblem("page", "must be 0 to " + MAX_PAGE + ": " + page));
        }
        if (size < 1 || size > MAX_SIZE) {
            problems.add(new FieldProblem("size", "must be 1 to " + MAX_SIZE + ": " + size));
        }
        if (!problems.isEmpty()) {
            throw ApiProblem.invalid(problems);
        }
    }

    public long offset() {
        return (long) page * size;
    }
}
