package gavel.auction.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ManagementTokenTest {
    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health/liveness", "/actuator/health/readiness"})
    void theProbesAreOpen(String path) throws Exception {
        assertThat(status("secret", path, null)).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health",
                "/actuator/health/liveness/",
                "/actuator/health/liveness/../../node",
                "/actuator/node",
                "/actuator",
                "/"
            })
    void allElseNeedsTheToken(String path) throws Exception {
        assertThat(status("secret", path, null)).isEqualTo(401);
        assertThat(status("secret", path, "Bearer wrong")).isEqualTo(401);
        assertThat(status("secret", path, "Bearer secret")).isEqualTo(200);
    }

    @Test
    void withoutAConfiguredTokenNothingOpensTheDoor() throws Exception {
        assertThat(status("", "/actuator/node", "Bearer ")).isEqualTo(401);
    }

    private static int status(String token, String path, String header) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        if (header != null) {
            request.addHeader("Authorization", header);
        }
        MockHttpServletResponse response = new MockHttpServletResponse();
        new ManagementToken(token).doFilter(request, response, new MockFilterChain());
        return response.getStatus();
    }
}
