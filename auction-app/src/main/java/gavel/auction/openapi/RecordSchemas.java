package gavel.auction.openapi;

import gavel.auction.input.Money;
import gavel.auction.input.PlainText;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the code says of the parts of a body: one that may be null is marked so, every other one is there. */
final class RecordSchemas implements ModelConverter {
    @Override
    public Schema<?> resolve(AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        Schema<?> resolved = chain.next().resolve(type, context, chain);
        Class<?> raw = Json.mapper().constructType(type.getType()).getRawClass();
        if (resolved != null && raw.isRecord()) {
            describe(raw, definition(resolved, context));
        }
        return resolved;
    }

    private static Schema<?> definition(Schema<?> resolved, ModelConverterContext context) {
        String reference = resolved.get$ref();
        return reference == null
                ? resolved
                : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
    }

    @SuppressWarnings("rawtypes")
    private static void describe(Class<?> body, Schema<?> schema) {
        Map<String, Schema> properties = schema == null ? null : schema.getProperties();
        if (properties == null) {
            return;
        }
        for (RecordComponent part : body.getRecordComponents()) {
            Schema<?> property = properties.get(part.getName());
            if (property == null) {
                continue;
            }
            Field field = fieldOf(body, part);
            Bounds.say(field.getAnnotation(PlainText.class), field.getAnnotation(Money.class), property);
            boolean required =
                    schema.getRequired() != null && schema.getRequired().contains(part.getName());
            if (part.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                properties.put(part.getName(), orNull(property));
            } else if (!required) {
                schema.addRequiredItem(part.getName());
            }
        }
    }

    private static Field fieldOf(Class<?> body, RecordComponent part) {
        try {
            return body.getDeclaredField(part.getName());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is defined elsewhere cannot be marked itself. */
    private static Schema<?> orNull(Schema<?> property) {
        if (property.get$ref() == null) {
            return property.nullable(true);
        }
        return new Schema<>().nullable(true).addAllOfItem(new Schema<>().$ref(property.get$ref()));
    }
}
