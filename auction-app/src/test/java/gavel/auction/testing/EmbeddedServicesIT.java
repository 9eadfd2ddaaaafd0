package gavel.auction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class EmbeddedServicesIT {
    @Test
    void aMigratedDatabaseHasAllPartitions() throws Exception {
        try (var connection = EmbeddedServices.migratedDatabase().dataSource().getConnection();
                var rows = connection.createStatement().executeQuery("select count(*) from partition_lease")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(64);
        }
    }

    @Test
    void theBrokerKeepsAMessage() throws Exception {
        try (var connection = EmbeddedServices.broker().newConnection();
                var channel = connection.createChannel()) {
            channel.queueDeclare("fixture", true, false, false, null);
            channel.basicPublish("", "fixture", null, "hello".getBytes(StandardCharsets.UTF_8));
            assertThat(channel.basicGet("fixture", true).getBody()).asString().isEqualTo("hello");
            channel.queueDelete("fixture");
        }
    }

    @Test
    void theDocumentStoreKeepsADocument() {
        var documents = EmbeddedServices.documents().getCollection("fixture");
        documents.insertOne(new Document("_id", "a"));
        assertThat(documents.countDocuments()).isEqualTo(1);
    }
}
