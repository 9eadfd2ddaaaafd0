package gavel.harness.collect.metrics;

import java.net.URI;

/** A page of figures and the token that opens it. */
public record GuardedPage(URI uri, String token) {
    @Override
    public String toString() {
        return "GuardedPage[" + uri + "]";
    }
}
