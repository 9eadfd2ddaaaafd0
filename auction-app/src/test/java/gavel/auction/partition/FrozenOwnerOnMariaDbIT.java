package gavel.auction.partition;

import gavel.auction.testing.EmbeddedServices.TestDatabase;
import gavel.auction.testing.MariaDbServer;

class FrozenOwnerOnMariaDbIT extends FrozenOwnerContract {
    @Override
    TestDatabase migratedDatabase() {
        return MariaDbServer.shared().database().migrated();
    }
}
