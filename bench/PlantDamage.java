import com.mongodb.client.MongoCollection;
import gavel.auction.audit.AuditCommand;
import gavel.auction.dataset.CommandFrame;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.settings.SettingsFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.Document;

/**
 * Plants one kind of damage after the other in the stores of a deployment whose servers do not run, audits, and mends it. Prints what was found.
 * Arguments: the settings file of a node; the directory for reports. Drops the foreign keys, so the deployment is good for nothing else.
 */
public final class PlantDamage {
    private static final Pattern BROKEN = Pattern.compile("(?m)^(\\S+)\\s+[\\d,.]+ checked\\s+[\\d,.]+ VIOLATIONS");

    /** What is damaged | how; # marks kinds of which the audit says that it does not look at them. */
    private static final String ROWS = """
            an accepted bid decided two hours earlier|update bid_decision set decided_at = decided_at - interval '2' hour where bid_id = {bid}
            an accepted bid placed after it was decided|update bid_decision set placed_at = decided_at + interval '2' minute where bid_id = {bid}
            placed a second earlier|update bid_decision set placed_at = placed_at - interval '1' second where bid_id = {bid}
            the item of a sold lot is a draft|update item set state = 'DRAFT' where id = (select item_id from lot where id = {past})
            the item of a queued lot is withdrawn|update item set state = 'WITHDRAWN' where id = (select item_id from lot where id = {queued})
            the item of an open lot is sold|update item set state = 'SOLD' where id = (select item_id from lot where id = {open})
            a queued lot deleted|delete from lot where id = {queued}
            a sold lot deleted|delete from lot where id = {past}
            a lot invented|insert into lot (id, auction_id, item_id, position, round, starting_price, state) select 900000, auction_id, item_id, 900, round, starting_price, 'QUEUED' from lot where id = {queued}
            an auction's number of lots off by one|update auction set lot_count = lot_count + 1 where id = 1
            complete becomes cancelled|update auction set state = 'CANCELLED' where id = {complete}
            complete becomes running|update auction set state = 'RUNNING' where id = {complete}
            running becomes complete|update auction set state = 'COMPLETE', revision = revision + 1 where id = 1
            scheduled becomes running|update auction set state = 'RUNNING' where id = (select max(id) from auction where state = 'SCHEDULED')
            a seller who is the buyer|update item set seller_id = (select leader_id from lot where id = {past}) where id = (select item_id from lot where id = {past})
            an auction of somebody else|update auction set owner_id = 1 where id = 1
            an opening time moved over its neighbour|update lot set opened_at = opened_at - interval '10' minute where id = {past}
            a closing time moved over its neighbour|update lot set closed_at = closed_at + interval '10' minute where id = {past}
            a closing time in the run moved by a second|update lot set closed_at = closed_at + interval '1' second where id = {sold}
            a deadline an hour later|update lot set closes_at = closes_at + interval '1' hour where id = {open}
            a deadline before the last bid|update lot set closes_at = opened_at where id = {open}
            the time of an auction's last change|update auction set changed_at = changed_at + interval '1' hour where id = 1
            the beginning of an auction|update auction set starts_at = starts_at + interval '1' hour where id = 1
            a credit limit raised|update credit set credit_limit = credit_limit + 1000000 where account_id = 3
            credit held|update credit set held = held + 1 where account_id = 3
            credit spent|update credit set spent = spent + 0.01 where account_id = 3
            a credit deleted|delete from credit where account_id = 3
            the price of a decision|update bid_decision set price = price + 0.01 where bid_id = {bid}
            the smallest next bid of a decision|update bid_decision set minimum_bid = minimum_bid + 0.01 where bid_id = {bid}
            the price of a refused bid|update bid_decision set price = price - 0.01 where bid_id = {refused}
            the amount of a refused bid|update bid_decision set amount = amount - 0.01 where bid_id = {refused}
            the outcome of a refused bid|update bid_decision set outcome = 'INSUFFICIENT_CREDIT' where bid_id = {refused}
            an idempotency key|update bid_decision set idempotency_key = 'other' where bid_id = {bid}
            the id of a bid|update bid_decision set bid_id = 'other' where bid_id = {bid}
            the bidder|update bid_decision set account_id = 900 where bid_id = {bid}
            the lot of a bid|update bid_decision set lot_id = {queued} where bid_id = {bid}
            the auction of a bid|update bid_decision set auction_id = auction_id + 64 where bid_id = {bid}
            the partition of a bid|update bid_decision set "partition" = 63 where bid_id = {bid}
            the number of a decision|update bid_decision set seq = seq + 100000 where bid_id = {bid}
            the revision of a decision|update bid_decision set revision = revision + 5 where bid_id = {bid}
            an accepted bid deleted|delete from bid_decision where bid_id = {bid}
            a refused bid deleted|delete from bid_decision where bid_id = {refused}
            a loaded bid deleted|delete from bid_decision where bid_id = 'loaded-5-3'
            the price of an item|update item set starting_price = starting_price + 1 where id = (select item_id from lot where id = {queued})
            the title of a loaded item|update item set title = 'Other' where id = 5
            the number of an item's pictures|update item set image_count = image_count - 1 where id = 5
            the thumbnail of an item|update item set thumbnail_id = '1-1' where id = 5
            a loaded item deleted|delete from item where id = 5
            the starting price of a lot|update lot set starting_price = starting_price + 1 where id = {queued}
            the price of a sold lot|update lot set price = price - 0.01 where id = {sold}
            the leader of a sold lot|update lot set leader_id = 1 where id = {past}
            the leader of an open lot|update lot set leader_id = null where id = {open}
            the last bid of an open lot|update lot set last_bid_id = null where id = {open}
            the number of bids on a lot|update lot set bid_count = bid_count - 1 where id = {open}
            the position of a lot|update lot set position = position + 500 where id = {queued}
            the round of a lot|update lot set round = round + 5 where id = {queued}
            the round of an auction|update auction set round = round + 1 where id = 1
            the revision of an auction|update auction set revision = revision + 1 where id = 1
            an account deleted|delete from account where id = 3
            the name of a loaded account|update account set first_name = 'Other', version = 0 where id = 90
            the address of an account|update account set email = 'other@gavel.example' where id = 3
            the password of an account|update account set password_hash = 'plain' where id = 3
            somebody attends whom nobody saw coming|insert into attendance (account_id, auction_id, joined_at) values (200, 3, current_timestamp)
            somebody who attends forgotten|delete from attendance where account_id = {attending}
            somebody attends since another time|update attendance set joined_at = joined_at - interval '1' hour where account_id = {attending}
            a session that ends before it begins|update session set expires_at = created_at - interval '1' hour
            a partition deleted|delete from partition_lease where "partition" = 63
            the next number of a partition|update partition_lease set next_seq = next_seq + 1 where "partition" = 5
            history ahead of its decisions|update partition_lease set history_cursor = next_seq where "partition" = 5
            the secret of the nodes|update shared_secret set value = 'other' where name = 'bid-ids'
            the seed of the set|update data_set set seed = seed + 1
            the record of the set deleted|delete from data_set
            # when a partition was given back|update partition_lease set released_at = released_at - interval '1' hour
            # a session deleted|delete from session
            # the counter of a profile|update account set version = version + 7 where version > 0
            # how far the load came|update load_progress set done = done + 1
            """;

    /** What is damaged | collection | which document | how. */
    private static final String DOCUMENTS = """
            72 pictures deleted|image_bytes|72|delete
            a picture invented|image_bytes|1|copy
            a description of pictures deleted|image_metadata|1|delete
            a description of pictures invented|image_metadata|1|copy
            the kind of a picture|image_metadata|1|{$set: {'images.1.type': 'text/html'}}
            the sizes of a picture|image_metadata|1|{$set: {'images.1.sizes': []}}
            the id of a picture|image_metadata|1|{$set: {'images.1.id': '1-9'}}
            a history of bids deleted|bid_history|1|delete
            a history of bids invented|bid_history|1|copy
            bids of a history lost|bid_history|1|{$set: {bids: {}}}
            a history of attendance deleted|attendance_history|1|delete
            a history of attendance invented|attendance_history|1|copy
            visits of a history lost|attendance_history|1|{$set: {visits: {}}}
            the mark of the set deleted|data_set|1|delete
            # how wide a picture is|image_metadata|1|{$set: {'images.1.width': 9}}
            # the bytes of a picture|image_bytes|1|{$set: {bytes: {$binary: {base64: '/9j/', subType: '00'}}}}
            """;

    private final String settings;
    private final Path report;
    private final Stores stores;
    private int kinds;
    private int found;
    private int named;

    private PlantDamage(String settings, Path directory) {
        this.settings = settings;
        this.report = directory.resolve("damage-report.json");
        this.stores = Stores.open(SettingsFile.read(Path.of(settings)).settings());
    }

    public static void main(String[] arguments) throws Exception {
        PlantDamage planting = new PlantDamage(arguments[0], Path.of(arguments[1]));
        int code = planting.run() ? 0 : 1;
        planting.stores.close();
        System.exit(code);
    }

    private boolean run() throws Exception {
        dropForeignKeys();
        List<String> before = audit();
        System.out.println("undamaged: " + (before.isEmpty() ? "in order" : before));
        for (String line : ROWS.lines().toList()) {
            rows(line.split("\\|"));
        }
        for (String line : DOCUMENTS.lines().toList()) {
            documents(line.split("\\|"));
        }
        List<String> after = audit();
        System.out.println("mended: " + (after.isEmpty() ? "in order" : after));
        System.out.printf("%d kinds of damage: %d found, %d named as not looked at, %d missed%n", kinds, found, named, kinds - found - named);
        return before.isEmpty() && after.isEmpty() && kinds == found + named;
    }

    private void rows(String[] kind) throws SQLException {
        Matcher table = Pattern.compile("^(?:update|delete from|insert into) (\\w+)").matcher(kind[1]);
        table.find();
        String name = table.group(1);
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement()) {
            String columns = columns(statement, name);
            statement.execute("create table kept as select " + columns + " from " + name);
            try {
                judge(kind[0], statement.executeUpdate(written(kind[1])));
            } finally {
                statement.execute("delete from " + name);
                statement.execute("insert into " + name + " (" + columns + ") select " + columns + " from kept");
                statement.execute("drop table kept");
            }
        }
    }

    private static String written(String sql) {
        return sql.replace("{bid}", "(select bid_id from bid_decision where outcome = 'ACCEPTED' and bid_id not like 'loaded-%' order by decided_at, bid_id limit 1 offset 5)")
                .replace("{refused}", "(select bid_id from bid_decision where outcome = 'OUTBID' order by decided_at, bid_id limit 1)")
                .replace("{queued}", "(select min(id) from lot where state = 'QUEUED' and auction_id = 1)")
                .replace("{open}", "(select min(id) from lot where state in ('OPEN', 'LAST_CALL') and bid_count > 0)")
                .replace("{sold}", "(select min(l.id) from lot l join auction a on a.id = l.auction_id where l.state = 'SOLD' and a.state = 'RUNNING')")
                .replace("{past}", "(select min(l.id) + 3 from lot l join auction a on a.id = l.auction_id where l.state = 'SOLD' and a.state = 'COMPLETE')")
                .replace("{complete}", "(select min(id) from auction where state = 'COMPLETE')")
                .replace("{attending}", "(select min(account_id) from attendance)");
    }

    private void documents(String[] kind) throws SQLException {
        MongoCollection<Document> collection = stores.documents().getCollection(kind[1]);
        List<Document> before = collection.find().limit(Integer.parseInt(kind[2])).into(new ArrayList<>());
        Object copy = kind[1].equals("image_metadata") ? (Object) 900_000L : "900000-1:full";
        for (Document document : before) {
            Document byId = new Document("_id", document.get("_id"));
            switch (kind[3]) {
                case "delete" -> collection.deleteOne(byId);
                case "copy" -> collection.insertOne(new Document(document).append("_id", copy));
                default -> collection.updateOne(byId, Document.parse(kind[3]));
            }
        }
        judge(kind[0], before.size());
        collection.deleteOne(new Document("_id", copy));
        for (Document document : before) {
            collection.deleteOne(new Document("_id", document.get("_id")));
            collection.insertOne(document);
        }
    }

    private void judge(String kind, int damaged) {
        if (damaged == 0) {
            System.out.printf("%-48s nothing there to damage%n", kind);
            return;
        }
        kinds++;
        List<String> broken = audit();
        boolean omitted = kind.startsWith("#");
        found += broken.isEmpty() ? 0 : 1;
        named += broken.isEmpty() && omitted ? 1 : 0;
        String said = !broken.isEmpty() ? String.join(", ", broken) : omitted ? "named as not looked at" : "MISSED";
        System.out.printf("%-48s %s%n", kind.replace("# ", ""), said);
    }

    private List<String> audit() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = new AuditCommand(new CommandFrame(stream, stream, System::nanoTime))
                .run(new String[] {"--config=" + settings, "--report=" + report, "--wait=1s"});
        String said = out.toString(StandardCharsets.UTF_8);
        List<String> broken = new ArrayList<>();
        Matcher matcher = BROKEN.matcher(said);
        while (matcher.find()) {
            broken.add(matcher.group(1));
        }
        if (code > 1 || code == 1 && broken.isEmpty()) {
            throw new IllegalStateException("the audit ended with " + code + ":\n" + said);
        }
        return broken;
    }

    private String columns(Statement statement, String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("select column_name from information_schema.columns where table_schema = 'public'"
                + " and table_name = '" + table + "' and is_generated = 'NEVER'")) {
            while (row.next()) {
                columns.add("\"" + row.getString(1) + "\"");
            }
        }
        return String.join(", ", columns);
    }

    private void dropForeignKeys() throws SQLException {
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement()) {
            List<String> drops = new ArrayList<>();
            try (ResultSet row = statement.executeQuery("select conrelid::regclass, conname from pg_constraint where contype = 'f'")) {
                while (row.next()) {
                    drops.add("alter table " + row.getString(1) + " drop constraint " + row.getString(2));
                }
            }
            for (String drop : drops) {
                statement.execute(drop);
            }
        }
    }
}
