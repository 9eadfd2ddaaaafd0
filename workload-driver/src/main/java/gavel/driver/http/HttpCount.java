package gavel.driver.http;

/** What a client counts. */
public enum HttpCount {
    EXCHANGES("exchanges"),
    EXCHANGES_HTTP2("exchangesHttp2"),
    BYTES_IN("bytesIn"),
    BYTES_OUT("bytesOut"),
    CONNECTIONS_OPENED("connectionsOpened"),
    CONNECTIONS_CLOSED("connectionsClosed"),
    /** By the client, because they carried nothing for so long as the settings say. */
    CLOSED_IDLE("connectionsClosedIdle"),
    TLS_HANDSHAKES("tlsHandshakes"),
    TLS_FULL("tlsHandshakesFull"),
    RETRIES("retriesOnReusedConnection"),
    FAIL_OVERS("failOvers"),
    GO_AWAYS("goAways"),
    /** Connections on which bytes came that no request had asked for. */
    UNASKED("unaskedResponses"),
    CAPPED("waitsForConnectionCap"),
    DESCRIPTORS_EXHAUSTED("descriptorsExhausted"),
    PORTS_EXHAUSTED("portsExhausted");

    private final String label;

    HttpCount(String label) {
        this.label = label;
    }

    /** The name in reports. */
    public String label() {
        return label;
    }
}
