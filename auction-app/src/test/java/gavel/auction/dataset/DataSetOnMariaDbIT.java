package gavel.auction.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.Command;
import gavel.auction.audit.AuditCommand;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.testing.MariaDbServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of a data set in MariaDB; what each step does besides is shown on PostgreSQL. */
class DataSetOnMariaDbIT {
    private static final String HEADER = "bidId,auctionId,lotId,accountId,amount,outcome,revision\n";

    @TempDir
    private static Path directory;

    private static LoadedSet set;

    @BeforeAll
    static void load() throws Exception {
        set = new LoadedSet(directory, MariaDbServer.shared().database(), "").loaded();
    }

    private static void assertComplete() {
        assertThat(set.verify()).as(set::output).isEqualTo(Command.GOOD);
        assertThat(set.run(AuditCommand::new)).as(set::output).isEqualTo(Command.GOOD);
    }

    @Test
    void itIsLoadedUsedAuditedAndReset() throws Exception {
        assertComplete();
        long lots = set.count("select max(id) from lot");
        assertThat(set.count("insert into lot (auction_id, item_id, position, round, starting_price, state)"
                        + " values (20, 1, 99, 9, 1, 'QUEUED') returning id"))
                .isEqualTo(lots + 1);
        set.sql(
                "update credit set held = held + 1 where account_id = 7",
                "update lot set bid_count = 99 where id = 81",
                "delete from bid_decision where lot_id = 82");
        assertThat(set.run(AuditCommand::new)).isEqualTo(Command.VIOLATION);
        assertThat(set.output())
                .contains(
                        "account 7: held 1.00, leads for 0",
                        "99 bids; accepted were",
                        "lot 82: price",
                        "accepted were 0, the last none");
        assertThat(set.verify()).isEqualTo(Command.VIOLATION);

        set.setNow(LoadedSet.LOADED.plus(Duration.ofMinutes(20)));
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
        assertComplete();
        assertThat(set.count("select next value for lot_id")).isEqualTo(lots + 1);
    }

    @Test
    void answersOfTheDriversAreJoined() throws Exception {
        String line;
        try (Stores stores = set.stores();
                Connection connection = stores.connection();
                ResultSet row = connection
                        .createStatement()
                        .executeQuery("select bid_id || ',' || auction_id || ',' || lot_id"
                                + " || ',' || account_id || ',' || amount || ',' || outcome || ',' || revision"
                                + " from bid_decision where lot_id = 81 order by seq limit 1")) {
            row.next();
            line = row.getString(1);
        }
        Path answered = Files.writeString(directory.resolve("answered.csv"), HEADER + line + "\n");
        assertThat(set.run(AuditCommand::new, "--answered", answered.toString()))
                .as(set::output)
                .isEqualTo(Command.GOOD);

        Files.writeString(
                answered, HEADER + line + "\nlost,5,81,2,7.00,ACCEPTED,3\n" + line.replace("ACCEPTED", "OUTBID"));
        assertThat(set.run(AuditCommand::new, "--answered", answered.toString()))
                .isEqualTo(Command.VIOLATION);
        assertThat(set.output())
                .contains(
                        "bid lost: answered ACCEPTED for 7.00 on lot 81 at revision 3, never decided",
                        "answered OUTBID");
    }

    @Test
    void anInterruptedLoadGoesOn() throws Exception {
        set.sql(
                "update data_set set loaded_at = null",
                "delete from lot",
                "delete from bid_decision",
                "delete from load_progress where stage in ('lot', 'bid_decision', 'history buckets')");
        assertThat(set.load("--users=20", "--seed=3")).as(set::output).isEqualTo(Command.GOOD);
        assertComplete();
    }
}
