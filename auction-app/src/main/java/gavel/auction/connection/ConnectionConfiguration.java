package gavel.auction.connection;

import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** What a connection costs, and how many requests may work at once. */
@Configuration(proxyBeanMethods = false)
class ConnectionConfiguration {
    @Bean
    OpenConnections openConnections() {
        return new OpenConnections();
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> leanConnections(Settings settings, OpenConnections open) {
        return factory -> {
            factory.setProtocol(LeanHttp11.class.getName());
            factory.addConnectorCustomizers(connector -> {
                LeanHttp11 protocol = (LeanHttp11) connector.getProtocolHandler();
                open.of(protocol::connections);
                protocol.setMaxConnections(
                        settings.connectionsAtOnce(Runtime.getRuntime().maxMemory(), Ssl.isEnabled(factory.getSsl())));
                protocol.connectionsPerAddress(settings.requests().connectionsPerAddress());
                // A client that waits for leave to send its body gets it when the body is read (100 Continue).
                protocol.setContinueResponseTiming("onRead");
            });
            factory.addEngineValves(new LeanRequests());
        };
    }

    @Bean
    FirstRequest firstRequest(MeterRegistry metrics) {
        return new FirstRequest(metrics, System::nanoTime);
    }

    /** Before everything else, so that a request that is refused costs next to nothing. */
    @Bean
    FilterRegistrationBean<Admission> admission(Settings settings, MeterRegistry metrics) {
        Counter refused = Counter.builder("gavel.requests.refused")
                .description("Requests told to come again, because too many were worked on")
                .register(metrics);
        Admission admission = new Admission(settings.requestsAtOnce(), refused::increment);
        Gauge.builder("gavel.requests.working", admission, Admission::working)
                .description("Requests that are worked on; held ones are not")
                .register(metrics);
        Gauge.builder("gavel.requests.arriving", admission, Admission::arriving)
                .description("Requests whose bodies are on their way")
                .register(metrics);
        FilterRegistrationBean<Admission> filter = new FilterRegistrationBean<>(admission);
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }
}
