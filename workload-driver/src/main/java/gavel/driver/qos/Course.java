package gavel.driver.qos;

import gavel.driver.api.shape.LoadShape;

/**
 * How the number of users went, beside how it should have gone.
 *
 * @param asked of a path user-seconds, of arrivals people who should have come; {@code done} what there was
 */
public record Course(LoadShape shape, double asked, double done) {
    /** A constant number. */
    public static final Course CONSTANT = new Course(LoadShape.CONSTANT, 0, 0);
}
