package gavel.auction.problem;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Turns whatever went wrong into a problem document, with the fields at fault where the request was not valid. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final String INVALID = "The request is not valid.";

    @ExceptionHandler
    ResponseEntity<Object> problem(ApiProblem problem) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.retryAfter() != null) {
            headers.set(
                    HttpHeaders.RETRY_AFTER,
                    Long.toString(Math.max(1, problem.retryAfter().toSeconds())));
        }
        if (problem.status() == HttpStatus.UNAUTHORIZED) {
            headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        return new ResponseEntity<>(
                body(problem.status(), problem.getMessage(), problem.errors()), headers, problem.status());
    }

    @ExceptionHandler({
        DataAccessResourceFailureException.class,
        TransientDataAccessException.class,
        CannotCreateTransactionException.class
    })
    ResponseEntity<Object> dataService(Exception e) {
        LOG.warn("A data service failed: {}", e.toString());
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, "1");
        HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
        return new ResponseEntity<>(body(status, "A data service does not answer.", List.of()), headers, status);
    }

    @ExceptionHandler
    ResponseEntity<Object> unexpected(Exception e) {
        LOG.error("A request failed unexpectedly", e);
        HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
        return new ResponseEntity<>(body(status, "Something went wrong here; it was logged.", List.of()), status);
    }

    @Override
    protected ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<FieldProblem> errors = e.getBindingResult().getFieldErrors().stream()
                .map(error -> new FieldProblem(error.getField(), error.getDefaultMessage()))
                .toList();
        return handleExceptionInternal(e, body(status, INVALID, errors), headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<FieldProblem> errors = e.getParameterValidationResults().stream()
                .flatMap(result -> result.getResolvableErrors().stream()
                        .map(MessageSourceResolvable::getDefaultMessage)
                        .map(message ->
                                new FieldProblem(result.getMethodParameter().getParameterName(), message)))
                .toList();
        return handleExceptionInternal(e, body(status, INVALID, errors), headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<FieldProblem> errors = e.getCause() instanceof JacksonException json ? List.of(fieldOf(json)) : List.of();
        return handleExceptionInternal(e, body(status, INVALID, errors), headers, status, request);
    }

    private static FieldProblem fieldOf(JacksonException e) {
        String path = String.join(
                ".",
                e.getPath().stream()
                        .map(step -> step.getPropertyName() == null
                                ? String.valueOf(step.getIndex())
                                : step.getPropertyName())
                        .toList());
        if (e instanceof UnrecognizedPropertyException unknown) {
            return new FieldProblem(path, "unknown field; known are " + unknown.getKnownPropertyIds());
        }
        return path.isEmpty()
                ? new FieldProblem("body", "must be one JSON object")
                : new FieldProblem(path, "has a value of the wrong type");
    }

    private static ProblemDetail body(HttpStatusCode status, String detail, List<FieldProblem> errors) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
        if (!errors.isEmpty()) {
            body.setProperty("errors", errors);
        }
        return body;
    }
}
