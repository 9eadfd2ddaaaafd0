package gavel.auction.partition;

import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.EmbeddedServices.TestDatabase;

class FrozenOwnerIT extends FrozenOwnerContract {
    @Override
    TestDatabase migratedDatabase() {
        return EmbeddedServices.migratedDatabase();
    }
}
