package gavel.auction.operations;

import gavel.auction.settings.Settings;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * What the management port has and the API's port has not. Listed in the imports file of management contexts, and no
 * {@code @Configuration}, or the component scan would guard the API with it too.
 */
class ManagementPort {
    @Bean
    FilterRegistrationBean<ManagementToken> managementToken(Settings settings) {
        FilterRegistrationBean<ManagementToken> filter = new FilterRegistrationBean<>(
                new ManagementToken(settings.management().token()));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }
}
