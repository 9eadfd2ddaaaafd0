package gavel.auction;

import gavel.auction.body.UploadFormResolver;
import gavel.auction.input.StrictJson;
import gavel.auction.page.PageRequestResolver;
import gavel.auction.session.CallerResolver;
import gavel.auction.session.SessionInterceptor;
import java.util.List;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;

/** How every endpoint reads and writes JSON, and the arguments every endpoint may ask for. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {
    private final SessionInterceptor sessions;

    WebConfiguration(SessionInterceptor sessions) {
        this.sessions = sessions;
    }

    /** Strict in what it reads: a misspelt, mistyped or doubled field is an error, never a guess. */
    @Bean
    static JsonMapperBuilderCustomizer strictJson() {
        return builder -> builder.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .addModule(new StrictJson())
                .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN);
    }

    /** Whatever converters libraries bring: JSON is read and written, pictures and pages are written as they are. */
    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
        builder.configureMessageConvertersList(
                converters -> converters.removeIf(converter -> !(converter instanceof JacksonJsonHttpMessageConverter)
                        && !(converter instanceof ByteArrayHttpMessageConverter)));
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(sessions).addPathPatterns("/api/**");
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CallerResolver());
        resolvers.add(new PageRequestResolver());
        resolvers.add(new UploadFormResolver());
    }
}
