package gavel.auction.live;

import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.ConsumerQueue;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import gavel.auction.operations.Drainable;
import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;

/** Connects live views with the news, the rows and the held requests. */
@Configuration(proxyBeanMethods = false)
class LiveConfiguration {
    private static final long TIDY_SECONDS = 60;

    @Bean(destroyMethod = "shutdown")
    ExecutorService liveAnswers() {
        return Executors.newVirtualThreadPerTaskExecutor();
    }

    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService liveTicks() {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("live-ticks").factory());
    }

    @Bean
    LiveViews liveViews(LiveStore store, ExecutorService liveAnswers) {
        return new LiveViews(store::find, liveAnswers);
    }

    @Bean
    KnownRevisions knownRevisions(LiveViews views) {
        return views::known;
    }

    @Bean
    LivePolls livePolls(
            LiveViews views,
            InstantSource instants,
            ExecutorService liveAnswers,
            Settings settings,
            MeterRegistry metrics) {
        HoldTimer timer = new HoldTimer(settings.live().hold(), System::nanoTime);
        LivePolls polls = new LivePolls(views, timer, instants, liveAnswers, settings.live());
        Gauge.builder("gavel.live.held", polls, LivePolls::held)
                .description("Live requests that wait for news")
                .register(metrics);
        return polls;
    }

    @Bean
    Drainable liveDrain(LivePolls polls) {
        return polls::drain;
    }

    /** Told first of all when the node stops, so that the web server need not wait for held requests. */
    @Bean
    ApplicationListener<ContextClosedEvent> liveStop(LivePolls polls) {
        return event -> polls.drain();
    }

    @Bean
    SmartInitializingSingleton liveStart(
            BrokerConnections broker,
            NodeIdentity node,
            LiveViews views,
            LivePolls polls,
            ScheduledExecutorService liveTicks,
            InstantSource instants,
            MeterRegistry metrics) {
        LiveNews news = new LiveNews(views, instants, metrics);
        List<ConsumerQueue.Binding> everything = List.of(new ConsumerQueue.Binding(Topology.NEWS, "#"));
        ConsumerQueue queue = new ConsumerQueue(broker, node.queue("news"), everything, news::arrive, () -> {});
        return () -> {
            liveTicks.scheduleAtFixedRate(polls::tick, 1, 1, TimeUnit.SECONDS);
            liveTicks.scheduleAtFixedRate(views::tidy, TIDY_SECONDS, TIDY_SECONDS, TimeUnit.SECONDS);
            queue.open();
        };
    }
}
