package gavel.auction.account;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AccountsIT {
    private static TestNode node;

    @BeforeAll
    static void start() {
        node = TestNode.start();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void someoneRegistersLogsInAndSeesHimself() {
        Api ada = node.api().registered("Ada@Example.com");

        Api.Answer me = ada.get("/api/accounts/me");

        assertThat(me.status()).isEqualTo(200);
        assertThat(me.json().get("email").stringValue()).isEqualTo("ada@example.com");
        assertThat(me.text())
                .contains("\"creditLimit\":1000000.00", "\"held\":0.00", "\"spent\":0.00", "\"version\":0");
        assertThat(me.text()).doesNotContain("password");
    }

    @Test
    void anAddressRegistersOnce() {
        node.api().registered("twice@example.com");

        Api.Answer again = node.api().post("/api/accounts", """
                {"email": "Twice@example.com", "password": "something", "firstName": "A", "lastName": "B"}""");

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.header("Content-Type")).startsWith("application/problem+json");
    }

    @Test
    void nobodyChoosesHisOwnCreditLimit() {
        Api.Answer answer = node.api().post("/api/accounts", """
                {"email": "rich@example.com", "password": "something", "firstName": "A", "lastName": "B",
                 "creditLimit": 999999999}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/errors/0/field").stringValue()).isEqualTo("creditLimit");
    }

    @Test
    void allFieldsAtFaultAreNamed() {
        Api.Answer answer = node.api().post("/api/accounts", """
                {"email": "nonsense", "password": "short", "firstName": "", "lastName": "B"}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("errors").findValuesAsString("field"))
                .contains("email", "password", "firstName")
                .doesNotContain("lastName");
    }

    @Test
    void anEditNamesTheVersionItRead() {
        Api ada = node.api().registered("edit@example.com");
        String edit = "{\"firstName\": \"Augusta\", \"lastName\": \"King\", \"version\": 0}";

        Api.Answer first = ada.put("/api/accounts/me", edit);
        Api.Answer second = ada.put("/api/accounts/me", edit);

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().get("firstName").stringValue()).isEqualTo("Augusta");
        assertThat(first.json().get("version").intValue()).isEqualTo(1);
        assertThat(second.status()).isEqualTo(412);
    }
}
