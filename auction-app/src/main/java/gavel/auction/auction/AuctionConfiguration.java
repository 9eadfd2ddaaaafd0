package gavel.auction.auction;

import gavel.auction.broker.PartitionPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects auctions with the owners of their partitions. */
@Configuration(proxyBeanMethods = false)
class AuctionConfiguration {
    @Bean
    AuctionCommands auctionCommands(PartitionPublisher publisher) {
        return command -> publisher.publish(command.auctionId(), command);
    }
}
