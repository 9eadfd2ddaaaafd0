package gavel.harness.collect.metrics;

import java.net.URI;

/**
 * A page of figures and the token that opens it.
 *
 * @param authority that signed its server's certificate, as PEM text; empty for whom the JVM trusts
 */
public record GuardedPage(URI uri, String token, String authority) {
    @Override
    public String toString() {
        return "GuardedPage[" + uri + "]";
    }
}
