package gavel.driver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.arrival.ArrivalSchedule;
import gavel.driver.arrival.OpenArrivals;
import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import io.netty.channel.local.LocalAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The engine without a socket: the same client against a server that is an object of this process. */
class InProcessIT {
    @Test
    void exchangesGoThroughWithoutTheKernel() throws Exception {
        EngineLoop serverLoop = new EngineLoop(1, Transport.IN_PROCESS, System::nanoTime);
        try (EngineLoop loop = new EngineLoop(0, Transport.IN_PROCESS, System::nanoTime);
                StubServer server = StubServer.start(serverLoop, StubServer.json("{}"))) {
            Recorder recorder = new Recorder(List.of(new RecordedOperation("stub", false, 1_000_000_000L)));
            HttpClient client = HttpClient.inProcess(loop, (LocalAddress) server.address(), ClientSettings.DEFAULT);
            OpenArrivals arrivals = new OpenArrivals(
                    client,
                    ArrivalSchedule.constant(2_000),
                    2_000,
                    RequestTemplate.get("/").request(),
                    recorder);
            loop.post(() -> arrivals.start(10, loop.nanoTime()));

            assertThat(arrivals.result().get(30, TimeUnit.SECONDS).failed()).isZero();
            assertThat(loop.call(() -> recorder.counts().all().getFirst().succeeded())
                            .get())
                    .isEqualTo(2_000);
            assertThat(loop.call(client::openConnections).get()).isZero();
        }
    }
}
