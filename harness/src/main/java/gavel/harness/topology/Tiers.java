package gavel.harness.topology;

import java.util.List;

/** Names of the tiers, as results and messages say them. */
public final class Tiers {
    public static final String APP_SERVERS = "appServers";
    /** What moves the addresses people use. */
    public static final String VIRTUAL_IPS = "virtualIps";

    public static final String BALANCERS = "balancers";
    public static final String WEB_SERVERS = "webServers";
    public static final String RELATIONAL = "relational";
    /** A broker with a process of its own. */
    public static final String BROKER = "broker";
    /** A document store with a process of its own. */
    public static final String DOCUMENTS = "documents";
    /** Broker and document store, which share a process when they are embedded. */
    public static final String SERVICES = "services";

    /** Where pictures are files. */
    public static final String IMAGE_STORE = "imageStore";

    public static final String DRIVER = "driver";
    /** Loader, reset and audit: never watched. */
    public static final String TOOLS = "tools";

    /** As people read them: where the data are, then what is before them. */
    public static final List<String> ORDER = List.of(
            RELATIONAL,
            BROKER,
            SERVICES,
            DOCUMENTS,
            IMAGE_STORE,
            APP_SERVERS,
            WEB_SERVERS,
            BALANCERS,
            VIRTUAL_IPS,
            DRIVER,
            TOOLS);

    private Tiers() {}
}
