package gavel.harness.tier.server;

import gavel.harness.tier.Service;

/** A relational database installed on the machine. */
sealed interface DatabaseServer extends Service permits PostgreSql, MariaDb {
    /** Title and number. */
    String version();
}
