package gavel.auction.image;

import com.mongodb.client.MongoDatabase;
import gavel.auction.body.ByteBudget;
import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import javax.imageio.ImageIO;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Chooses where image bytes are kept and bounds what uploads may cost. */
@Configuration(proxyBeanMethods = false)
class ImageConfiguration {
    private static final int WAITING_UPLOADS = 64;
    /** Of the connections to the relational store that requests share, uploads have one in so many. */
    private static final int CONNECTIONS_FOR_ONE_UPLOAD = 4;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    @Bean
    ImageStore imageStore(Settings settings, MongoDatabase documents) {
        return store(settings.images(), documents);
    }

    /** The store the settings ask for; the settings are checked, so anything but a directory means documents. */
    static ImageStore store(Settings.Images settings, MongoDatabase documents) {
        Path directory = settings.directory();
        return "directory".equals(settings.store())
                ? new DirectoryImageStore(directory)
                : new DocumentImageStore(documents);
    }

    @Bean
    RenderQueue renderQueue(Settings settings, MeterRegistry meters) {
        ImageIO.setUseCache(false);
        ByteBudget memory = new ByteBudget(settings.memory().decodingBytes(heap()));
        int decoders = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        RenderQueue queue = new RenderQueue(decoders, WAITING_UPLOADS, new Decoding(memory));
        Gauge.builder("gavel.image.uploads.waiting", queue, RenderQueue::waiting)
                .description("uploads that wait for a decoder")
                .register(meters);
        return queue;
    }

    @Bean
    UploadPlaces uploadPlaces(Settings settings, MeterRegistry meters) {
        int connections = settings.database().connections(Runtime.getRuntime().availableProcessors());
        UploadPlaces places = new UploadPlaces(
                new ByteBudget(settings.memory().uploadBytes(heap())),
                Math.max(1, connections / CONNECTIONS_FOR_ONE_UPLOAD),
                LONGEST_WAIT);
        Gauge.builder("gavel.image.uploads.held", places, UploadPlaces::held)
                .baseUnit("bytes")
                .description("what uploads hold from before they are read until they are stored")
                .register(meters);
        return places;
    }

    @Bean
    SentPictures sentPictures(Settings settings, MeterRegistry meters) {
        ByteBudget memory = new ByteBudget(settings.memory().pictureBytes(heap()));
        Gauge.builder("gavel.image.sent.held", memory, ByteBudget::held)
                .baseUnit("bytes")
                .description("what pictures hold that are read and sent")
                .register(meters);
        return new SentPictures(memory);
    }

    @Bean
    FilterRegistrationBean<SentPictures> sentPicturesFilter(SentPictures sent) {
        FilterRegistrationBean<SentPictures> filter = new FilterRegistrationBean<>(sent);
        filter.addUrlPatterns("/api/images/*");
        return filter;
    }

    private static long heap() {
        return Runtime.getRuntime().maxMemory();
    }
}
