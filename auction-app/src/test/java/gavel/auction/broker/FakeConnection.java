package gavel.auction.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmCallback;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ReturnCallback;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.UnblockedCallback;
import gavel.auction.testing.Fake;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A connection to a broker that exists only in the test, which decides what becomes of every message. */
final class FakeConnection {
    final List<Sent> sent = new CopyOnWriteArrayList<>();
    Writing writing = () -> {};
    Writing declaring = () -> {};
    boolean aborted;
    int channels;
    boolean channelsLeft = true;
    private boolean open = true;
    private boolean channelOpen;
    private long sequence;
    private BlockedCallback onBlocked;
    private UnblockedCallback onUnblocked;
    private ShutdownListener onConnectionLost;
    private ConfirmCallback onAck;
    private ConfirmCallback onNack;
    private ReturnCallback onReturn;
    private ShutdownListener onChannelLost;
    final Connection connection = Fake.of(Connection.class)
            .on("isOpen", _ -> open)
            .on("createChannel", _ -> channel())
            .on("abort", _ -> {
                aborted = true;
                return null;
            })
            .on("addBlockedListener", listeners -> {
                onBlocked = (BlockedCallback) listeners[0];
                onUnblocked = (UnblockedCallback) listeners[1];
                return null;
            })
            .on("addShutdownListener", listeners -> {
                onConnectionLost = (ShutdownListener) listeners[0];
                return null;
            })
            .make();

    /** A message as it was written. */
    record Sent(String exchange, String routingKey, boolean mandatory, AMQP.BasicProperties properties, byte[] body) {}

    /** What happens while something is written. */
    interface Writing {
        void run() throws IOException;
    }

    private Channel channel() {
        if (!channelsLeft) {
            return null;
        }
        channels++;
        channelOpen = true;
        sequence = 0;
        return Fake.of(Channel.class)
                .on("isOpen", _ -> channelOpen)
                .on("getNextPublishSeqNo", _ -> sequence + 1)
                .on("addConfirmListener", listeners -> {
                    onAck = (ConfirmCallback) listeners[0];
                    onNack = (ConfirmCallback) listeners[1];
                    return null;
                })
                .on("addReturnListener", listeners -> {
                    onReturn = (ReturnCallback) listeners[0];
                    return null;
                })
                .on("addShutdownListener", listeners -> {
                    onChannelLost = (ShutdownListener) listeners[0];
                    return null;
                })
                .on("queueDeclare", _ -> {
                    declaring.run();
                    return null;
                })
                .on("basicPublish", message -> {
                    writing.run();
                    sequence++;
                    sent.add(new Sent(
                            (String) message[0],
                            (String) message[1],
                            (boolean) message[2],
                            (AMQP.BasicProperties) message[3],
                            (byte[]) message[4]));
                    return null;
                })
                .on("abort", _ -> {
                    loseChannel();
                    return null;
                })
                .make();
    }

    void confirm(long upTo, boolean multiple) throws IOException {
        onAck.handle(upTo, multiple);
    }

    void refuse(long upTo, boolean multiple) throws IOException {
        onNack.handle(upTo, multiple);
    }

    /** No queue takes the message. */
    void giveBack(Sent message) throws IOException {
        onReturn.handle(new Return(
                312, "NO_ROUTE", message.exchange(), message.routingKey(), message.properties(), message.body()));
    }

    void loseChannel() {
        channelOpen = false;
        onChannelLost.shutdownCompleted(new ShutdownSignalException(false, false, null, connection));
    }

    void lose() {
        open = false;
        if (onConnectionLost != null) {
            onConnectionLost.shutdownCompleted(new ShutdownSignalException(true, false, null, connection));
        }
    }

    void block(String reason) throws IOException {
        onBlocked.handle(reason);
    }

    void unblock() throws IOException {
        onUnblocked.handle();
    }
}
