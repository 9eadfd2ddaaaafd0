package gavel.auction.input;

import java.beans.PropertyEditorSupport;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Function;
import org.springframework.beans.PropertyEditorRegistrar;
import org.springframework.beans.PropertyEditorRegistry;

/**
 * Reads every number and date of a path or query by the rules of {@link StrictJson}. These are editors and no converters, because the
 * framework tries editors of its own where a converter refuses, and they take hexadecimal numbers, spaces and other scripts' digits.
 */
final class StrictParameters implements PropertyEditorRegistrar {
    @Override
    public void registerCustomEditors(PropertyEditorRegistry registry) {
        registry.registerCustomEditor(long.class, new Strict(Numbers::whole));
        registry.registerCustomEditor(Long.class, new Strict(Numbers::whole));
        registry.registerCustomEditor(BigDecimal.class, new Strict(Numbers::decimal));
        registry.registerCustomEditor(LocalDate.class, new Strict(Times::date));
        registry.registerCustomEditor(Instant.class, new Strict(Times::instant));
    }

    private static final class Strict extends PropertyEditorSupport {
        private final Function<String, Object> read;

        Strict(Function<String, Object> read) {
            this.read = read;
        }

        @Override
        public void setAsText(String text) {
            setValue(text.isEmpty() ? null : read.apply(text));
        }
    }
}
