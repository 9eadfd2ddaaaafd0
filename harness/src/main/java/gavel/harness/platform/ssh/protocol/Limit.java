package gavel.harness.platform.ssh.protocol;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;

/** How long an operation at the far end may take, beyond a {@link Duration} among its arguments. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Limit {
    /** Longer than a connection is waited for that is cut, so that the connection tells first. */
    Duration USUAL = Duration.ofSeconds(200);

    int seconds();
}
