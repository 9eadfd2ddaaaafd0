package gavel.driver.stub;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The stub as clients other than the driver see it. */
class StubServerIT {
    @Test
    void saysTheSameOverBothVersionsOfHttp() throws Exception {
        String list = "/api/items?q=clock&page=0&size=10";
        try (StubServer stub = new StubServer(4, 60_000);
                HttpClient plain = HttpClient.newHttpClient();
                Http2Client second = new Http2Client(stub.address())) {
            String once = plain.send(
                            HttpRequest.newBuilder(stub.address().resolve(list)).build(), BodyHandlers.ofString())
                    .body();

            assertThat(once).contains("\"total\":37");
            assertThat(second.ask("GET", list, "")).isEqualTo("200 " + once);
            assertThat(second.ask("GET", "/api/accounts/me", "")).startsWith("401 ");
            assertThat(second.ask("POST", "/api/sessions", "{\"email\":\"u7@gavel.example\",\"password\":\"x\"}"))
                    .startsWith("201 ")
                    .contains("\"accountId\":7");
        }
    }

    @Test
    void takesBodiesLargerThanTheWindow() throws Exception {
        try (StubServer stub = new StubServer(4, 60_000);
                Http2Client client = new Http2Client(stub.address())) {
            String body = "{\"pad\":\"" + "x".repeat(3_000_000) + "\",\"email\":\"u8@gavel.example\"}";

            assertThat(client.ask("POST", "/api/sessions", body)).contains("\"accountId\":8");
        }
    }

    @Test
    void lotsOfMidLifeAreSpreadAndHaveALeader() throws Exception {
        EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        try (StubServer stub = StubServer.midLife(loop, StubServer.loopback(0), 50);
                Http2Client client = new Http2Client(stub.address())) {
            String first = client.ask("GET", "/api/auctions/1/live?after=0", "");
            String last = client.ask("GET", "/api/auctions/50/live?after=0", "");

            assertThat(first).contains("\"leaderId\":9000");
            assertThat(millis(first)).isBetween(0, 30_000).isNotEqualTo(millis(last));
        }
    }

    private static int millis(String view) {
        int from = view.indexOf("closesInMillis\":") + 16;
        return Integer.parseInt(view, from, view.indexOf('}', from), 10);
    }

    /** One exchange after the other on one connection, by prior knowledge. */
    private static final class Http2Client implements AutoCloseable {
        private final EngineLoop loop = new EngineLoop(1, Transport.forSockets(), System::nanoTime);
        private final Channel channel;

        Http2Client(URI address) {
            channel = new Bootstrap()
                    .group(loop.netty())
                    .channelFactory(loop.transport()::newChannel)
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel opened) {
                            opened.pipeline()
                                    .addLast(
                                            Http2FrameCodecBuilder.forClient()
                                                    .validateHeaders(false)
                                                    .build(),
                                            new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
                        }
                    })
                    .connect(address.getHost(), address.getPort())
                    .syncUninterruptibly()
                    .channel();
        }

        /** Status, a blank and the body. */
        String ask(String method, String path, String body) throws Exception {
            Answer answer = new Answer();
            Channel stream = new Http2StreamChannelBootstrap(channel)
                    .handler(answer)
                    .open()
                    .syncUninterruptibly()
                    .getNow();
            Http2Headers headers = new DefaultHttp2Headers()
                    .method(method)
                    .path(path)
                    .scheme("http")
                    .authority("stub");
            stream.write(new DefaultHttp2HeadersFrame(headers, body.isEmpty()));
            if (!body.isEmpty()) {
                stream.write(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(body, StandardCharsets.UTF_8), true));
            }
            stream.flush();
            return answer.whole.get(20, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            channel.close().syncUninterruptibly();
            loop.close();
        }
    }

    private static final class Answer extends ChannelInboundHandlerAdapter {
        private final CompletableFuture<String> whole = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof Http2HeadersFrame frame) {
                text.append(frame.headers().status()).append(' ');
                over(frame.isEndStream());
            } else if (message instanceof Http2DataFrame frame) {
                text.append(frame.content().toString(StandardCharsets.UTF_8));
                over(frame.isEndStream());
            }
            ReferenceCountUtil.release(message);
        }

        private void over(boolean end) {
            if (end) {
                whole.complete(text.toString());
            }
        }
    }
}
