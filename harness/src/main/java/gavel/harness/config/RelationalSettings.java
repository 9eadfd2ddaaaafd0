package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;

/**
 * The relational database.
 *
 * @param memory the rules may count on for it; null for the sizing rule
 * @param durable whether a commit waits for the disk; a less durable setting is printed with the result
 * @param url JDBC address of an external one
 * @param passwordFile of an external one; the password never stands in a configuration
 */
public record RelationalSettings(
        Implementation implementation,
        MemorySize memory,
        boolean durable,
        String url,
        String username,
        String passwordFile) {
    public RelationalSettings {
        boolean external = implementation == Implementation.EXTERNAL;
        new Rules()
                .that(!external || url != null, "url", "is needed for an external database", url)
                .that(!external || username != null, "username", "is needed for an external database", username)
                .that(
                        !external || passwordFile != null,
                        "passwordFile",
                        "is needed for an external database",
                        passwordFile)
                .check();
    }
}
