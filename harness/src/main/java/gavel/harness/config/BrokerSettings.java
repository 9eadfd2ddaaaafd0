package gavel.harness.config;

import gavel.harness.setting.Rules;

/**
 * The message broker (AMQP 0-9-1).
 *
 * @param host of an external one
 * @param passwordFile of an external one; the password never stands in a configuration
 */
public record BrokerSettings(
        Implementation implementation,
        String host,
        Integer port,
        String virtualHost,
        String username,
        String passwordFile) {
    public BrokerSettings {
        boolean external = implementation == Implementation.EXTERNAL;
        new Rules()
                .that(!external || host != null, "host", "is needed for an external broker", host)
                .that(!external || port != null, "port", "is needed for an external broker", port)
                .that(!external || username != null, "username", "is needed for an external broker", username)
                .that(
                        !external || passwordFile != null,
                        "passwordFile",
                        "is needed for an external broker",
                        passwordFile)
                .check();
    }
}
