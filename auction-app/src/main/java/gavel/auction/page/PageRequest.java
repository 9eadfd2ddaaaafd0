package gavel.auction.page;

import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.FieldProblem;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.ArrayList;
import java.util.List;
import org.springdoc.core.annotations.ParameterObject;

/**
 * Which page a caller wants, from the parameters {@code page} and {@code size}; endpoints take it as an argument. Endpoints with
 * cursors use its size only.
 *
 * @param page from 0
 * @param size 1 to 100
 */
@ParameterObject
public record PageRequest(
        @Min(0)
        @Max(PageRequest.MAX_PAGE)
        @Parameter(description = "From 0", schema = @Schema(defaultValue = "0", type = "integer", format = "int32"))
        int page,

        @Min(1)
        @Max(PageRequest.MAX_SIZE)
        @Parameter(
                description = "Entries of a page",
                schema = @Schema(defaultValue = "" + PageRequest.DEFAULT_SIZE, type = "integer", format = "int32"))
        int size) {
    public static final int DEFAULT_SIZE = 10;
    public static final int MAX_SIZE = 100;
    static final int MAX_PAGE = 1_000_000;

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
