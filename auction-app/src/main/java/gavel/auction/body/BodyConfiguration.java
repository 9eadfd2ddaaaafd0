package gavel.auction.body;

import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Which bodies come in, and what they may hold together. */
@Configuration(proxyBeanMethods = false)
class BodyConfiguration {
    /** After those that count and measure every request. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

    @Bean
    FilterRegistrationBean<BodyFilter> bodyFilter(
            Settings settings,
            MeterRegistry meters,
            @Qualifier("handlerExceptionResolver") ObjectProvider<HandlerExceptionResolver> problems) {
        ByteBudget budget =
                new ByteBudget(settings.memory().bodyBytes(Runtime.getRuntime().maxMemory()));
        Gauge.builder("gavel.bodies.held", budget, ByteBudget::held)
                .baseUnit("bytes")
                .description("What large bodies hold that arrive or are worked on")
                .register(meters);
        FilterRegistrationBean<BodyFilter> filter =
                new FilterRegistrationBean<>(new BodyFilter(budget, problems::getObject, System::nanoTime));
        filter.setOrder(ORDER);
        return filter;
    }
}
