package gavel.auction.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Connection;
import gavel.auction.broker.PartitionPublisher.NotSentException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PartitionPublisherTest {
    private static final Duration PATIENCE = Duration.ofMillis(30);

    private final FakeConnection fake = new FakeConnection();
    private final Broker broker = new Broker();
    private final AtomicLong nanos = new AtomicLong();
    private final PartitionPublisher publisher = new PartitionPublisher(broker, PATIENCE, nanos::get);

    /** Says what the test wants to hear. */
    private final class Broker implements BrokerConnections {
        private volatile boolean blocked;
        private boolean away;
        private Executor sending = Runnable::run;

        @Override
        public Connection connection() throws IOException {
            if (away) {
                throw new IOException("away");
            }
            return fake.connection;
        }

        @Override
        public Executor sending() {
            return sending;
        }

        @Override
        public boolean isBlocked() {
            return blocked;
        }

        @Override
        public void onConnected(Runnable listener) {
            throw new AssertionError("a publisher opens its channel when it needs one");
        }
    }

    @Test
    void aMessageGoesToThePartitionOfItsAuctionForGood() {
        publish(64 + 17);

        FakeConnection.Sent message = fake.sent.getFirst();
        assertThat(message.exchange()).isEqualTo(Topology.BIDS);
        assertThat(message.routingKey()).isEqualTo("17");
        assertThat(message.mandatory()).isTrue();
        assertThat(message.properties().getDeliveryMode()).isEqualTo(2);
        assertThat(message.properties().getType()).isEqualTo("AuctionCommand");
        assertThat(Messages.read(message.body(), AuctionCommand.class)).isEqualTo(command(64 + 17));
    }

    @Test
    void itIsSentWhenTheBrokerSaysSoAndNotBefore() throws IOException {
        CompletableFuture<Void> first = publish(1);
        CompletableFuture<Void> second = publish(2);
        assertThat(first).isNotDone();

        fake.confirm(2, false);

        assertThat(second).isCompleted();
        assertThat(first).as("it was not the one that was confirmed").isNotDone();
    }

    @Test
    void oneConfirmMayBeForAllBeforeIt() throws IOException {
        CompletableFuture<Void> first = publish(1);
        CompletableFuture<Void> second = publish(2);
        CompletableFuture<Void> third = publish(3);

        fake.confirm(2, true);

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(third).isNotDone();
    }

    @Test
    void whenTheBrokerConfirmsNothingNoMoreIsSentUntilItDoes() throws IOException {
        for (int i = 0; i < PartitionPublisher.MOST_UNCONFIRMED; i++) {
            assertThat(publish(1)).isNotDone();
        }
        assertNotSent(publish(1), "did not confirm");

        fake.confirm(1, false);

        assertThat(publish(1)).isNotDone();
        assertThat(fake.sent).hasSize(PartitionPublisher.MOST_UNCONFIRMED + 1);
    }

    @Test
    void whatTheBrokerRefusesIsNotSent() throws IOException {
        CompletableFuture<Void> refused = publish(1);

        fake.refuse(1, false);

        assertNotSent(refused, "refused");
    }

    @Test
    void whatNoQueueTakesIsNotSentAlthoughItIsConfirmedThen() throws IOException {
        CompletableFuture<Void> lost = publish(1);
        CompletableFuture<Void> taken = publish(2);

        fake.giveBack(fake.sent.getFirst());
        fake.confirm(2, true);

        assertNotSent(lost, "NO_ROUTE");
        assertThat(taken).isCompleted();
    }

    @Test
    void whatBecameOfAMessageIsUnknownWhenTheConnectionIsLostBeforeItsConfirm() {
        CompletableFuture<Void> inDoubt = publish(1);

        fake.loseChannel();

        assertInDoubt(inDoubt);
    }

    @Test
    void whatBecameOfAMessageIsUnknownWhenItsWriteFails() {
        fake.writing = () -> {
            throw new IOException("reset by peer");
        };

        assertInDoubt(publish(1));
    }

    @Test
    void aLostChannelIsReplaced() throws IOException {
        publish(1);
        fake.loseChannel();

        CompletableFuture<Void> next = publish(2);
        fake.confirm(1, false);

        assertThat(next).isCompleted();
        assertThat(fake.channels).isEqualTo(2);
    }

    @Test
    void withoutAConnectionNothingIsSent() {
        broker.away = true;

        assertNotSent(publish(1), "cannot be reached");
    }

    @Test
    void withoutAChannelNothingIsSent() {
        fake.channelsLeft = false;

        assertNotSent(publish(1), "cannot be reached");
    }

    @Test
    void nothingIsWrittenToABlockedConnection() {
        broker.blocked = true;

        assertNotSent(publish(1), "blocks");
        assertThat(fake.sent).isEmpty();
        assertThat(fake.channels).as("opening a channel is a write too").isZero();
    }

    @Test
    void whatWasWrittenBeforeTheBlockStillWaitsForItsConfirm() throws IOException {
        CompletableFuture<Void> before = publish(1);
        broker.blocked = true;
        assertThat(before).isNotDone();

        broker.blocked = false;
        fake.confirm(1, false);
        CompletableFuture<Void> after = publish(2);
        fake.confirm(2, false);

        assertThat(before).isCompleted();
        assertThat(after).isCompleted();
        assertThat(fake.channels).isEqualTo(1);
    }

    @Test
    void nobodyWaitsLongBehindAWriteThatDoesNotEnd() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        fake.writing = () -> {
            writing.countDown();
            awaitQuietly(end);
        };
        try (ExecutorService sending = Executors.newSingleThreadExecutor()) {
            broker.sending = sending;
            CompletableFuture<Void> first = publish(1);
            assertThat(writing.await(20, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> behind = publish(2);
            nanos.addAndGet(PATIENCE.toNanos() + 1);
            assertNotSent(publish(3), "takes nothing");

            end.countDown();

            assertThatThrownBy(() -> behind.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(NotSentException.class);
            fake.confirm(1, false);
            assertThat(first).isCompleted();
            assertThat(fake.sent).hasSize(1);
        }
    }

    @Test
    void closingWaitsForNoWriteThatDoesNotEnd() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        fake.writing = () -> awaitQuietly(end);
        try (ExecutorService sending = Executors.newSingleThreadExecutor()) {
            broker.sending = sending;
            CompletableFuture<Void> first = publish(1);

            assertThatCode(publisher::close).doesNotThrowAnyException();

            assertThat(first).isNotDone();
            end.countDown();
        }
    }

    @Test
    void aNodeThatEndsSendsNothing() {
        broker.sending = task -> {
            throw new RejectedExecutionException("ended");
        };

        assertNotSent(publish(1), "ends");
    }

    @Test
    void closingLeavesNobodyWaiting() throws IOException {
        CompletableFuture<Void> inDoubt = publish(1);

        publisher.close();

        assertInDoubt(inDoubt);
    }

    private CompletableFuture<Void> publish(long auctionId) {
        return publisher.publish(auctionId, command(auctionId)).toCompletableFuture();
    }

    private static AuctionCommand command(long auctionId) {
        return new AuctionCommand(auctionId, AuctionCommand.Kind.REFRESH);
    }

    private static void assertNotSent(CompletableFuture<Void> sent, String reason) {
        assertThat(sent).isCompletedExceptionally();
        assertThat(sent.exceptionNow()).isInstanceOf(NotSentException.class).hasMessageContaining(reason);
    }

    private static void assertInDoubt(CompletableFuture<Void> sent) {
        assertThatThrownBy(() -> sent.get(0, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NotSentException.class);
    }

    private static void awaitQuietly(CountDownLatch latch) throws IOException {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
