package gavel.auction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
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
                channel.waitForConfirmsOrDie(30_000);
            }
            // A queue is declared before the broker has it on disk; a message is not confirmed before.
            rabbit.control("eval", "mnesia:sync_log().");
            rabbit.kill();
            rabbit.start();
            pid = rabbit.pid();
            assertThat(kept(rabbit)).isEqualTo("hello");

            CountDownLatch blocked = new CountDownLatch(1);
            CountDownLatch unblocked = new CountDownLatch(1);
            try (var connection = rabbit.connections().newConnection();
                    var channel = connection.createChannel()) {
                connection.addBlockedListener(_ -> blocked.countDown(), unblocked::countDown);
                rabbit.block();
                channel.basicPublish("", "kept", null, new byte[0]);
                assertThat(blocked.await(30, TimeUnit.SECONDS))
                        .as("told that it is blocked")
                        .isTrue();
                rabbit.unblock();
                assertThat(unblocked.await(30, TimeUnit.SECONDS))
                        .as("told that it is not")
                        .isTrue();
            }
        }
        long former = pid;
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ProcessHandle.of(former)
                .isEmpty());
    }

    /** What waits in the queue. A broker back from a crash may still close a first channel; if it goes on doing so, its log says why. */
    private static String kept(RabbitServer rabbit) throws IOException {
        try {
            return Awaitility.await("the message is there again")
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(500))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(
                            () -> {
                                try (var connection = rabbit.connections().newConnection();
                                        var channel = connection.createChannel()) {
                                    GetResponse message = channel.basicGet("kept", true);
                                    return message == null
                                            ? null
                                            : new String(message.getBody(), StandardCharsets.UTF_8);
                                }
                            },
                            Objects::nonNull);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("the broker's log:\n" + rabbit.log(), e);
        }
    }
}
