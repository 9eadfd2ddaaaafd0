package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;

/**
 * The message broker (AMQP 0-9-1).
 *
 * @param implementation the child process of the deployment, the RabbitMQ installed on the machine, or an external one
 * @param count of RabbitMQ's nodes; more than one are a cluster
 * @param queues what the durable ones are; null for quorum queues in a cluster, which keeps them on several nodes, and classic ones else
 * @param memory each node of RabbitMQ may use before it holds publishers back; null for the sizing rule
 * @param host host of an external one
 * @param managementUrl of an external one's management plug-in, whose figures are then read with the same account; null for none
 * @param passwordFile file with the password of an external one; no configuration holds a password
 */
public record BrokerSettings(
        Implementation implementation,
        int count,
        Queues queues,
        MemorySize memory,
        String host,
        Integer port,
        String virtualHost,
        String username,
        String passwordFile,
        String managementUrl) {
    private static final int MOST = 7;
    private static final int LEAST_MEMORY = 64;

    /** Which server provides it. */
    public enum Implementation {
        EMBEDDED,
        RABBITMQ,
        EXTERNAL
    }

    /** Kinds of durable queues. */
    public enum Queues {
        CLASSIC,
        QUORUM
    }

    public BrokerSettings {
        boolean external = implementation == Implementation.EXTERNAL;
        boolean rabbit = implementation == Implementation.RABBITMQ;
        String forExternal = "is for broker.implementation=external";
        new Rules()
                .memory("memory", memory, LEAST_MEMORY)
                .onlyWhere(rabbit, "memory", memory, "is for broker.implementation=rabbitmq")
                .port("port", port, 1)
                .onlyWhere(external, "host", host, forExternal)
                .onlyWhere(external, "port", port, forExternal)
                .that(
                        virtualHost == null || virtualHost.equals("/") || external,
                        "virtualHost",
                        forExternal,
                        virtualHost)
                .onlyWhere(external, "username", username, forExternal)
                .onlyWhere(external, "passwordFile", passwordFile, forExternal)
                .between("count", 1, MOST, count)
                .that(
                        count % 2 == 1,
                        "count",
                        "must be odd, as a cluster goes on with more than half of its nodes",
                        count)
                .that(
                        count == 1 || implementation == Implementation.RABBITMQ,
                        "count",
                        "must be 1 except for rabbitmq",
                        count)
                .that(
                        queues != Queues.QUORUM || implementation != Implementation.EMBEDDED,
                        "queues",
                        "must be classic with the embedded broker, which knows no others",
                        queues)
                .neededWhere(external, "host", host, "is needed for an external broker")
                .neededWhere(external, "port", port, "is needed for an external broker")
                .neededWhere(external, "username", username, "is needed for an external broker")
                .neededWhere(external, "passwordFile", passwordFile, "is needed for an external broker")
                .onlyWhere(
                        external,
                        "managementUrl",
                        managementUrl,
                        "is for an external broker; the figures of others are read anyway")
                .that(
                        managementUrl == null || managementUrl.matches("https?://[^\\s/@]+/?"),
                        "managementUrl",
                        "must be http://host:port, without an account",
                        managementUrl == null ? null : managementUrl.replaceAll("//[^/]*@", "//…@"))
                .check();
    }

    /** Whether several nodes keep each durable queue. */
    public boolean quorum() {
        return queues == Queues.QUORUM || queues == null && count > 1;
    }

    public boolean rabbit() {
        return implementation == Implementation.RABBITMQ;
    }

    public boolean embedded() {
        return implementation == Implementation.EMBEDDED;
    }

    public boolean external() {
        return implementation == Implementation.EXTERNAL;
    }
}
