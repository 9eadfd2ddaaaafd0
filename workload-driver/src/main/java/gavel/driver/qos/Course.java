package gavel.driver.qos;

import gavel.driver.api.shape.LoadShape;

/**
 * How the number of users went, beside how it should have gone.
 *
 * @param changed whether the same people were another number just before
 * @param asked of a path user-seconds, of arrivals sessions that should have begun; {@code done} what there was
 */
public record Course(LoadShape shape, boolean changed, double asked, double done) {
    /** A constant number. */
    public static final Course CONSTANT = new Course(LoadShape.CONSTANT, 0, 0);

    /** A constant number, which was another one just before. */
    public static final Course CHANGED = new Course(LoadShape.CONSTANT, true, 0, 0);

    /** Of people who come and go as the shape says. */
    public Course(LoadShape shape, double asked, double done) {
        this(shape, false, asked, done);
    }
}
