package gavel.auction.openapi;

import gavel.auction.problem.Refusals;
import gavel.auction.session.Anonymous;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;

/** What every operation needs and may answer, as it follows from its form and from {@link Refusals}. */
final class Operations implements OperationCustomizer {
    static final String SECURITY = "bearer";
    static final String PROBLEM = "Problem";

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        // Of the method and the endpoint's noun: the same names whatever else there is.
        String noun = method.getBeanType().getSimpleName().replace("Endpoint", "");
        operation.setOperationId(method.getMethod().getName() + noun);
        boolean anonymous = method.hasMethodAnnotation(Anonymous.class);
        if (!anonymous) {
            operation.addSecurityItem(new SecurityRequirement().addList(SECURITY));
        }
        ApiResponses responses = operation.getResponses();
        for (int status : refusals(operation, method, anonymous)) {
            responses.addApiResponse(Integer.toString(status), problem(HttpStatus.valueOf(status)));
        }
        return operation;
    }

    private static Set<Integer> refusals(Operation operation, HandlerMethod method, boolean anonymous) {
        Set<Integer> refusals = new TreeSet<>(Set.of(400, 406, 503));
        if (!anonymous) {
            refusals.add(401);
        }
        if (operation.getParameters() != null
                && operation.getParameters().stream().anyMatch(each -> "path".equals(each.getIn()))) {
            refusals.add(404);
        }
        boolean body = Arrays.stream(method.getMethodParameters())
                .anyMatch(each -> each.hasParameterAnnotation(RequestBody.class));
        if (body) {
            refusals.add(408);
            refusals.add(413);
            refusals.add(415);
        }
        Refusals own = method.getMethodAnnotation(Refusals.class);
        if (own != null) {
            for (int status : own.value()) {
                refusals.add(status);
            }
        }
        return refusals;
    }

    private static ApiResponse problem(HttpStatus status) {
        Schema<?> schema = new Schema<>().$ref("#/components/schemas/" + PROBLEM);
        ApiResponse response = new ApiResponse()
                .description(status.getReasonPhrase())
                .content(new Content().addMediaType("application/problem+json", new MediaType().schema(schema)));
        return status == HttpStatus.TOO_MANY_REQUESTS ? response.addHeaderObject("Retry-After", seconds()) : response;
    }

    private static Header seconds() {
        return new Header().description("Seconds to wait").schema(new IntegerSchema());
    }
}
