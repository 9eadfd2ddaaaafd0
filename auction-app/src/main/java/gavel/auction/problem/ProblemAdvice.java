package gavel.auction.problem;

import static gavel.auction.problem.ProblemFields.INVALID;

import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
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
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;

/** Turns whatever went wrong into a problem document, with the fields at fault where the request was not valid. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    private final TraceBudget traces = new TraceBudget(System.nanoTime());

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
        CannotCreateTransactionException.class,
        TransactionSystemException.class,
        MongoTimeoutException.class,
        MongoSocketException.class
    })
    ResponseEntity<Object> dataService(Exception e) {
        LOG.warn("A data service failed: {}", e.toString());
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, "1");
        HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
        return new ResponseEntity<>(
                body(status, "A data service does not answer: try again.", List.of()), headers, status);
    }

    @ExceptionHandler
    ResponseEntity<Object> unexpected(Exception e) {
        if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
            LOG.debug("A client left before its answer: {}", e.toString());
            return null;
        }
        if (traces.take(System.nanoTime())) {
            LOG.error("A request failed unexpectedly", e);
        } else {
            LOG.error("A request failed unexpectedly: {}", e.toString());
        }
        HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
        return new ResponseEntity<>(
                body(status, "The server failed to handle this request; the failure was logged.", List.of()), status);
    }

    @Override
    protected ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(e, body(status, INVALID, ProblemFields.of(e)), headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(e, body(status, INVALID, ProblemFields.of(e)), headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(e, body(status, INVALID, ProblemFields.of(e)), headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(e, body(status, INVALID, ProblemFields.of(e)), headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> handleServletRequestBindingException(
            ServletRequestBindingException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(e, body(status, INVALID, ProblemFields.of(e)), headers, status, request);
    }

    /** Whatever the client accepts, and where that cannot even be read. */
    @Override
    protected ResponseEntity<Object> createResponseEntity(
            Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        HttpHeaders all = new HttpHeaders();
        all.putAll(headers);
        all.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return new ResponseEntity<>(body, all, status);
    }

    private static ProblemDetail body(HttpStatusCode status, String detail, List<FieldProblem> errors) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(status, Shown.of(detail));
        if (!errors.isEmpty()) {
            body.setProperty("errors", errors);
        }
        return body;
    }
}
