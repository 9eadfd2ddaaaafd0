package gavel.auction.problem;

import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpStatus;

/** An answer other than success, thrown where it is found out and written as an RFC 9457 problem document. Costs no stack trace. */
public final class ApiProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final transient List<FieldProblem> errors;
    private final transient Duration retryAfter;

    private ApiProblem(HttpStatus status, String detail, List<FieldProblem> errors, Duration retryAfter) {
        super(detail, null, false, false);
        this.status = status;
        this.errors = List.copyOf(errors);
        this.retryAfter = retryAfter;
    }

    public static ApiProblem invalid(List<FieldProblem> errors) {
        return new ApiProblem(HttpStatus.BAD_REQUEST, "The request is not valid.", errors, null);
    }

    public static ApiProblem invalid(String field, String message) {
        return invalid(List.of(new FieldProblem(field, message)));
    }

    public static ApiProblem unauthenticated(String detail) {
        return of(HttpStatus.UNAUTHORIZED, detail);
    }

    public static ApiProblem forbidden(String detail) {
        return of(HttpStatus.FORBIDDEN, detail);
    }

    /** @param noun what was looked for, for example {@code auction} */
    public static ApiProblem notFound(String noun, Object id) {
        return of(HttpStatus.NOT_FOUND, "There is no " + noun + " " + id + ".");
    }

    public static ApiProblem conflict(String detail) {
        return of(HttpStatus.CONFLICT, detail);
    }

    /** The caller edits a version that is no longer the current one. */
    public static ApiProblem stale(String noun, int version) {
        return of(
                HttpStatus.PRECONDITION_FAILED,
                "This " + noun + " has changed since version " + version + ": read it again.");
    }

    public static ApiProblem tooLarge(String detail) {
        return of(HttpStatus.CONTENT_TOO_LARGE, detail);
    }

    public static ApiProblem unprocessable(String detail) {
        return of(HttpStatus.UNPROCESSABLE_CONTENT, detail);
    }

    /** Nothing was done; the same request may be sent again. */
    public static ApiProblem unavailable(String detail, Duration retryAfter) {
        return new ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, detail, List.of(), retryAfter);
    }

    /** This caller sends too much at once; nothing was done. */
    public static ApiProblem tooMany(String detail, Duration retryAfter) {
        return new ApiProblem(HttpStatus.TOO_MANY_REQUESTS, detail, List.of(), retryAfter);
    }

    /** Nothing more can be stored until there is room. */
    public static ApiProblem full(String detail) {
        return of(HttpStatus.INSUFFICIENT_STORAGE, detail);
    }

    public static ApiProblem of(HttpStatus status, String detail) {
        return new ApiProblem(status, detail, List.of(), null);
    }

    public HttpStatus status() {
        return status;
    }

    public List<FieldProblem> errors() {
        return errors;
    }

    /** When to try again; null when that is not the question. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
