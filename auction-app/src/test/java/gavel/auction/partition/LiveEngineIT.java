package gavel.auction.partition;

import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.testing.EmbeddedServices;

class LiveEngineIT extends LiveEngineContract {
    @Override
    ConnectionFactory broker() {
        return EmbeddedServices.broker();
    }
}
