package gavel.harness.run;

import gavel.harness.http.Http;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Answers what a good application would, except where it is told otherwise. */
public final class FakeApplication implements Http {
    private final Map<String, Answer> answers = new HashMap<>();

    public FakeApplication() {
        on("GET /actuator/health/readiness", 200, "{}");
        on("GET /v3/api-docs", 200, "{\"paths\": {\"/api/auctions\": {}}}");
        on("POST /api/sessions", 201, "{\"token\": \"t\", \"accountId\": 1}");
        on("DELETE /api/sessions/current", 204, "");
        on("GET /api/accounts/me", 200, "{\"id\": 1, \"email\": \"u1@gavel.example\"}");
        for (String history : new String[] {"bids", "attendance", "purchases"}) {
            on("GET /api/accounts/me/" + history, 200, "{\"items\": []}");
        }
        on("GET /api/items", 200, "{\"items\": [{\"id\": 7}]}");
        on("GET /api/items/7", 200, "{\"id\": 7, \"thumbnail\": \"/api/images/7-1\"}");
        on("GET /api/images/7-1", 200, "…");
        on("GET /api/auctions", 200, "{\"items\": [{\"id\": 3}]}");
        on("GET /api/auctions/3", 200, "{\"id\": 3}");
        on("GET /api/auctions/3/lots", 200, "{\"items\": [{\"id\": 9}]}");
        on("GET /api/auctions/3/lots/current", 200, "{\"revision\": 4}");
        on("GET /api/auctions/3/live", 200, "{\"lot\": {\"minimumBid\": 10.50}}");
    }

    public void on(String request, int status, String body) {
        answers.put(request, new Answer(status, body));
    }

    @Override
    public Answer send(String method, URI uri, String token, String body) {
        if (uri.getPath().equals("/api/accounts/me") && token == null) {
            return new Answer(401, "{}");
        }
        return answers.getOrDefault(method + " " + uri.getPath(), new Answer(404, "{}"));
    }
}
