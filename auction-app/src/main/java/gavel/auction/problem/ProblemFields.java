package gavel.auction.problem;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.TypeMismatchException;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.core.MethodParameter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.Errors;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Which fields are at fault when a request is not valid, as clients name them. */
final class ProblemFields {
    static final String INVALID = "The request is not valid.";

    private ProblemFields() {}

    static List<FieldProblem> of(MethodArgumentNotValidException e) {
        return ofBody(e.getBindingResult()).toList();
    }

    static List<FieldProblem> of(HandlerMethodValidationException e) {
        return e.getParameterValidationResults().stream()
                .flatMap(result -> result instanceof ParameterErrors body ? ofBody(body) : ofParameter(result))
                .toList();
    }

    private static Stream<FieldProblem> ofBody(Errors errors) {
        return errors.getFieldErrors().stream()
                .map(error -> new FieldProblem(error.getField(), error.getDefaultMessage()));
    }

    private static Stream<FieldProblem> ofParameter(ParameterValidationResult result) {
        MethodParameter parameter = result.getMethodParameter();
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        String name = header == null || header.value().isEmpty() ? parameter.getParameterName() : header.value();
        return result.getResolvableErrors().stream()
                .map(MessageSourceResolvable::getDefaultMessage)
                .map(message -> new FieldProblem(name, message));
    }

    static List<FieldProblem> of(HttpMessageNotReadableException e) {
        return e.getCause() instanceof JacksonException json ? List.of(ofJson(json)) : List.of();
    }

    private static FieldProblem ofJson(JacksonException e) {
        String path = String.join(
                ".",
                e.getPath().stream()
                        .map(step -> step.getPropertyName() == null
                                ? String.valueOf(step.getIndex())
                                : step.getPropertyName())
                        .toList());
        if (e instanceof UnrecognizedPropertyException unknown) {
            return new FieldProblem(path, "is unknown; known fields are " + unknown.getKnownPropertyIds());
        }
        if (e instanceof RefusedValue refused) {
            return new FieldProblem(path, refused.getOriginalMessage());
        }
        return path.isEmpty()
                ? new FieldProblem("body", "must be one JSON object, with each field once")
                : new FieldProblem(path, "has a value of the wrong type");
    }

    /** What the rules of numbers and dates say, where one of them was broken. */
    static List<FieldProblem> of(TypeMismatchException e) {
        String name =
                e instanceof MethodArgumentTypeMismatchException argument ? argument.getName() : e.getPropertyName();
        Throwable rule = e.getMostSpecificCause();
        String message = rule instanceof IllegalArgumentException
                        && String.valueOf(rule.getMessage()).startsWith("must be")
                ? rule.getMessage()
                : "has a value of the wrong type";
        return List.of(new FieldProblem(name, message + ": " + e.getValue()));
    }

    static List<FieldProblem> of(ServletRequestBindingException e) {
        return e instanceof MissingRequestHeaderException header
                ? List.of(new FieldProblem(header.getHeaderName(), "must be given"))
                : List.of();
    }
}
