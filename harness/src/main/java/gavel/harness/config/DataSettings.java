package gavel.harness.config;

import gavel.harness.setting.Rules;

/**
 * The data set.
 *
 * @param images full pictures of 30-60 KB, or of 400-900 KB
 * @param users the set is made for; null for as many as the load has
 */
public record DataSettings(Images images, Integer users) {
    /** Sizes of the pictures. */
    public enum Images {
        SMALL,
        PHOTO
    }

    public DataSettings {
        new Rules()
                .between("users", 1, LoadSettings.MOST_USERS, users == null ? 1 : users)
                .check();
    }
}
