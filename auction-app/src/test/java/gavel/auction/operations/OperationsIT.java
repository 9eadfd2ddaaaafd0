package gavel.auction.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperationsIT {
    private TestNode node;

    @BeforeEach
    void start() {
        node = TestNode.start("gavel.node=app7");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void onlyTheProbesAreOpen() {
        Api stranger = node.management().as(null);

        assertThat(stranger.get("/actuator/health/liveness").status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> stranger.get("/actuator/health/readiness").status() == 200);
        assertThat(stranger.get("/actuator/health/readiness").text())
                .contains("UP")
                .doesNotContain("components");
        assertThat(stranger.get("/actuator/node").status()).isEqualTo(401);
        assertThat(stranger.get("/actuator/prometheus").status()).isEqualTo(401);
        assertThat(stranger.post("/actuator/drain", "{}").status()).isEqualTo(401);
        assertThat(stranger.as("wrong").get("/actuator/node").status()).isEqualTo(401);
        assertThat(stranger.get("/actuator/health/liveness/../../node").status())
                .isNotEqualTo(200);
    }

    @Test
    void theNodeSaysWhoItIsAndLeavesWhenItIsDrained() {
        Api operator = node.management();
        Api.Answer before = operator.get("/actuator/node");
        assertThat(before.json().get("node").stringValue()).isEqualTo("app7");
        assertThat(before.json().get("draining").booleanValue()).isFalse();
        assertThat(before.json().get("connections").intValue())
                .as("none but that of the management port")
                .isZero();
        assertThat(operator.get("/actuator/prometheus").text()).doesNotContain("gavel_requests_first_age");
        Rows rows = new Rows(node.database());
        long auction = rows.auction(rows.account("owner@example.com"), "RUNNING");
        Api ada = node.api().registered("ada@example.com");
        assertThat(operator.get("/actuator/prometheus").text()).contains("\ngavel_requests_first_age_seconds ");
        CompletableFuture<Api.Answer> held = ada.getLater("/api/auctions/" + auction + "/live?after=1");
        await().until(() -> operator.get("/actuator/prometheus").text().contains("gavel_live_held 1.0"));

        assertThat(operator.get("/actuator/node").json().get("connections").intValue())
                .isPositive();

        Api.Answer drain = operator.post("/actuator/drain", "");

        assertThat(drain.status()).isEqualTo(200);
        assertThat(held.join().status()).isEqualTo(204);
        assertThat(operator.get("/actuator/health/readiness").status()).isEqualTo(503);
        assertThat(operator.get("/actuator/health/liveness").status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Api.Answer after = operator.get("/actuator/node");
            assertThat(after.json().get("draining").booleanValue()).isTrue();
            assertThat(after.json().get("partitions")).isEmpty();
        });
        assertThat(ada.get("/api/accounts/me").status()).isEqualTo(200);
    }

    @Test
    void theApiDescribesItself() {
        assertThat(node.api().get("/v3/api-docs").text())
                .contains("\"/api/auctions/{id}/bids\"", "\"/api/accounts/me\"", "\"LiveBody\"");
        assertThat(node.api().get("/actuator/node").status()).isEqualTo(404);
        assertThat(node.api().get("/nowhere").status()).isEqualTo(404);
        assertThat(node.api().get("/api/nowhere").json().get("title").stringValue())
                .isEqualTo("Not Found");
    }
}
