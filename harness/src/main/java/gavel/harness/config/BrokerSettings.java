package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;

/**
 * The message broker (AMQP 0-9-1).
 *
 * @param implementation the child process of the deployment, the RabbitMQ installed on the machine, or somebody else's
 * @param memory RabbitMQ may use before it holds publishers back; null for the sizing rule
 * @param host of an external one
 * @param passwordFile of an external one; the password never stands in a configuration
 */
public record BrokerSettings(
        Implementation implementation,
        MemorySize memory,
        String host,
        Integer port,
        String virtualHost,
        String username,
        String passwordFile) {
    /** Who provides it. */
    public enum Implementation {
        EMBEDDED,
        RABBITMQ,
        EXTERNAL
    }

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

    public boolean embedded() {
        return implementation == Implementation.EMBEDDED;
    }

    public boolean external() {
        return implementation == Implementation.EXTERNAL;
    }
}
