package gavel.auction.operations;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.springframework.web.filter.OncePerRequestFilter;

/** Admits only requests with the token to the management port, except for the two probes. Without a configured token there is no way in. */
final class ManagementToken extends OncePerRequestFilter {
    private static final String PROBES = "/actuator/health/";

    private final byte[] expected;

    ManagementToken(String token) {
        expected = token.isEmpty() ? null : ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isProbe(request) || isAllowed(request.getHeader("Authorization"))) {
            chain.doFilter(request, response);
            return;
        }
        response.setHeader("WWW-Authenticate", "Bearer");
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
    }

    private static boolean isProbe(HttpServletRequest request) {
        String path = request.getRequestURI();
        return path.equals(PROBES + "liveness") || path.equals(PROBES + "readiness");
    }

    /** Compares in constant time. */
    private boolean isAllowed(String header) {
        return expected != null
                && header != null
                && MessageDigest.isEqual(expected, header.getBytes(StandardCharsets.UTF_8));
    }
}
