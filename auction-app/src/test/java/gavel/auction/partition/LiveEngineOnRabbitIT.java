package gavel.auction.partition;

import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.testing.RabbitServer;

class LiveEngineOnRabbitIT extends LiveEngineContract {
    @Override
    ConnectionFactory broker() {
        return RabbitServer.shared().connections();
    }
}
