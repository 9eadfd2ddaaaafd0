package gavel.auction.input;

import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** Where what comes from outside is bounded, before it reaches an endpoint. */
@Configuration(proxyBeanMethods = false)
class InputConfiguration {
    @Bean
    FilterRegistrationBean<EdgeFilter> edge(
            @Qualifier("handlerExceptionResolver") ObjectProvider<HandlerExceptionResolver> problems) {
        FilterRegistrationBean<EdgeFilter> filter = new FilterRegistrationBean<>(new EdgeFilter(problems::getObject));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return filter;
    }

    /** Forms are read as parts by the one endpoint that takes them; no other body is ever taken for parameters. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> plainRefusals() {
        return factory -> {
            factory.addConnectorCustomizers(connector -> connector.setParseBodyMethods(""));
            factory.addContextCustomizers(context ->
                    ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemReports.class.getName()));
        };
    }

    @Bean
    WebMvcRegistrations namedArgumentsOnly() {
        return new WebMvcRegistrations() {
            @Override
            public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
                return new NamedArgumentsOnly();
            }
        };
    }
}
