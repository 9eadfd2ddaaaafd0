package gavel.driver.run;

import gavel.driver.api.HttpVersion;
import gavel.driver.loop.EngineLoops;
import gavel.driver.warmup.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The warm-up of this process's own code, which takes 3 s: once for each HTTP, as the JVM keeps what it has compiled.
 * Any thread may use it; one that comes while another warms up waits for it.
 */
public final class ProcessWarmUp {
    private static final long EXCHANGES = 20_000;
    private static final Duration AT_MOST = Duration.ofSeconds(3);

    private final Set<HttpVersion> warm = EnumSet.noneOf(HttpVersion.class);

    /**
     * Over the HTTP that will be spoken; where the server chooses, over both.
     *
     * @return exchanges it took; 0 where this process was warm already
     */
    synchronized long run(EngineLoops loops, HttpVersion http) throws IOException, InterruptedException {
        List<HttpVersion> spoken =
                http == HttpVersion.AUTO ? List.of(HttpVersion.HTTP_1, HttpVersion.HTTP_2) : List.of(http);
        long exchanges = 0;
        for (HttpVersion each : spoken) {
            if (!warm.contains(each)) {
                exchanges += WarmUp.run(loops, each, EXCHANGES, AT_MOST);
                warm.add(each);
            }
        }
        return exchanges;
    }
}
