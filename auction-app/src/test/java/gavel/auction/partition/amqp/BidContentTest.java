package gavel.auction.partition.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.Messages;
import gavel.auction.partition.deciding.Delivery.Content;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BidContentTest {
    @Test
    void aBidIsABid() {
        BidMessage bid = bid("10.50");

        assertThat(AmqpBidQueues.content("BidMessage", Messages.write(bid))).isEqualTo(new Content.Bid(bid));
    }

    @Test
    void aCommandIsToldApartByItsType() {
        AuctionCommand command = new AuctionCommand(5, AuctionCommand.Kind.CANCEL);

        assertThat(AmqpBidQueues.content("AuctionCommand", Messages.write(command)))
                .isEqualTo(new Content.Command(command));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.00", "-1.00", "10.505", "10000000000.00"})
    void anImpossibleAmountIsUnreadable(String amount) {
        assertThat(AmqpBidQueues.content("BidMessage", Messages.write(bid(amount))))
                .isInstanceOfSatisfying(Content.Unreadable.class, unreadable -> assertThat(unreadable.reason())
                        .contains("amount"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "{\"auctionId\": 5}"})
    void whatIsNoMessageIsUnreadableAndNotAnError(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertThat(AmqpBidQueues.content("BidMessage", bytes)).isInstanceOf(Content.Unreadable.class);
        assertThat(AmqpBidQueues.content("AuctionCommand", bytes)).isInstanceOf(Content.Unreadable.class);
    }

    private static BidMessage bid(String amount) {
        return new BidMessage("b", 2, 3, 4, new BigDecimal(amount), "key", Instant.EPOCH, "replies");
    }
}
