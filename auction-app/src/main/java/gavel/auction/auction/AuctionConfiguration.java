package gavel.auction.auction;

import gavel.auction.broker.PartitionPublisher;
import gavel.auction.live.RevisionBarrier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects auctions with the owners of their partitions, and with their news. */
@Configuration(proxyBeanMethods = false)
class AuctionConfiguration {
    @Bean
    AuctionCommands auctionCommands(PartitionPublisher publisher) {
        return command -> publisher.publish(command.auctionId(), command);
    }

    @Bean
    KnownRevisions knownRevisions(RevisionBarrier live) {
        return live::known;
    }
}
