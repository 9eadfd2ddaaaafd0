package gavel.auction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.MessageProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class RabbitServerIT {
    @Test
    void keepsAPersistentMessageWhenItIsKilledBlocksWhenToldToAndLeavesNothingBehind() throws Exception {
        RabbitServer.assumeInstalled();
        long pid;
        try (RabbitServer rabbit = RabbitServer.launch()) {
            try (var connection = rabbit.connections().newConnection();
                    var channel = connection.createChannel()) {
                channel.confirmSelect();
                channel.queueDeclare("kept", true, false, false, null);
                channel.basicPublish(
                        "", "kept", MessageProperties.PERSISTENT_BASIC, "hello".getBytes(StandardCharsets.UTF_8));
                channel.waitForConfirmsOrDie(5_000);
            }
            rabbit.kill();
            rabbit.start();
            pid = rabbit.pid();

            CountDownLatch blocked = new CountDownLatch(1);
            CountDownLatch unblocked = new CountDownLatch(1);
            try (var connection = rabbit.connections().newConnection();
                    var channel = connection.createChannel()) {
                assertThat(channel.basicGet("kept", true).getBody()).asString().isEqualTo("hello");
                connection.addBlockedListener(_ -> blocked.countDown(), unblocked::countDown);
                rabbit.block();
                channel.basicPublish("", "kept", null, new byte[0]);
                assertThat(blocked.await(5, TimeUnit.SECONDS))
                        .as("told that it is blocked")
                        .isTrue();
                rabbit.unblock();
                assertThat(unblocked.await(5, TimeUnit.SECONDS))
                        .as("told that it is not")
                        .isTrue();
            }
        }
        long former = pid;
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> ProcessHandle.of(former)
                .isEmpty());
    }
}
