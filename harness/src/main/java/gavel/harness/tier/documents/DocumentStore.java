package gavel.harness.tier.documents;

import gavel.harness.tier.Service;

/** A document store with processes of its own. */
sealed interface DocumentStore extends Service permits DocumentServer, MongoDb {
    /** Title and number. */
    String version();
}
