package gavel.auction.broker;

import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.testing.EmbeddedServices;

class BrokerIT extends BrokerContract {
    @Override
    ConnectionFactory connections() {
        return EmbeddedServices.broker();
    }
}
