package gavel.auction.problem;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The statuses of the problem documents an endpoint may answer besides those that follow from its form; for the OpenAPI document. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Refusals {
    int[] value();
}
