package gavel.auction.image;

import com.mongodb.client.MongoDatabase;
import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Chooses where image bytes are kept and bounds what uploads may cost. */
@Configuration(proxyBeanMethods = false)
class ImageConfiguration {
    private static final int WAITING_UPLOADS = 64;

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
    RenderQueue renderQueue(MeterRegistry meters) {
        ImageIO.setUseCache(false);
        int decoders = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        RenderQueue queue = new RenderQueue(decoders, WAITING_UPLOADS);
        Gauge.builder("gavel.image.uploads.waiting", queue, RenderQueue::waiting)
                .description("uploads that wait for a decoder")
                .register(meters);
        return queue;
    }
}
