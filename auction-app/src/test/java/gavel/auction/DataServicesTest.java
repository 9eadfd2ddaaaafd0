package gavel.auction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DataServicesTest {
    @Test
    void aDocumentStoreThatStandsStillIsNotWaitedForWithoutEnd() {
        assertThat(longestAnswer("mongodb://127.0.0.1:27017/gavel")).isEqualTo(15_000);
        assertThat(longestAnswer("mongodb://127.0.0.1:27017/gavel?socketTimeoutMS=60000"))
                .as("as its address says")
                .isEqualTo(60_000);
    }

    private static int longestAnswer(String uri) {
        return DataServices.documents(uri).build().getSocketSettings().getReadTimeout(TimeUnit.MILLISECONDS);
    }
}
