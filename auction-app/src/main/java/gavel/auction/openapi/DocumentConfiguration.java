package gavel.auction.openapi;

import gavel.auction.input.Money;
import gavel.auction.input.PlainText;
import gavel.auction.session.Caller;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Objects;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.customizers.ParameterCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The OpenAPI document: derived from endpoints, bodies and their constraints, so that it says what is done. */
@Configuration(proxyBeanMethods = false)
class DocumentConfiguration {
    static {
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class);
    }

    @Bean
    OpenAPI api() {
        SecurityScheme bearer =
                new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer");
        return new OpenAPI()
                .info(new Info().title("Auctions").version("1"))
                // Where the document came from. The name a client used for that is the client's alone.
                .servers(List.of(new Server().url("/")))
                .components(new Components()
                        .addSecuritySchemes(Operations.SECURITY, bearer)
                        .addSchemas(Operations.PROBLEM, problem()));
    }

    /** RFC 9457, with the fields at fault. */
    private static Schema<?> problem() {
        Schema<?> fault = new ObjectSchema()
                .addProperty("field", new StringSchema())
                .addProperty("message", new StringSchema())
                .required(List.of("field", "message"));
        return new ObjectSchema()
                .addProperty("type", new StringSchema())
                .addProperty("title", new StringSchema())
                .addProperty("status", new IntegerSchema())
                .addProperty("detail", new StringSchema().nullable(true))
                .addProperty("instance", new StringSchema().nullable(true))
                .addProperty("errors", new ArraySchema().items(fault))
                .required(List.of("title", "status"));
    }

    @Bean
    ModelConverter recordSchemas() {
        return new RecordSchemas();
    }

    @Bean
    OperationCustomizer operations() {
        return new Operations();
    }

    @Bean
    ParameterCustomizer parameterBounds() {
        return (parameter, argument) -> {
            if (parameter != null && parameter.getSchema() != null) {
                Bounds.say(
                        argument.getParameterAnnotation(PlainText.class),
                        argument.getParameterAnnotation(Money.class),
                        parameter.getSchema());
            }
            return parameter;
        };
    }

    /** Unknown fields of a body that is sent are refused. */
    @Bean
    OpenApiCustomizer closedBodies() {
        return api -> api.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .map(operation -> operation.getRequestBody())
                .filter(Objects::nonNull)
                .flatMap(body -> body.getContent().values().stream())
                .map(content -> content.getSchema().get$ref())
                .filter(Objects::nonNull)
                .map(reference -> reference.substring(reference.lastIndexOf('/') + 1))
                .map(api.getComponents().getSchemas()::get)
                .forEach(body -> body.setAdditionalProperties(false));
    }
}
