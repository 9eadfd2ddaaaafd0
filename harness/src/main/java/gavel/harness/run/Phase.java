package gavel.harness.run;

/** The phases of a run, in order; the title is what the reader sees. */
public enum Phase {
    CHECK("check this machine"),
    PROVISION("provision"),
    DATA_SERVICES("start data services"),
    DATA("load or reset data"),
    AUDIT_BEFORE("audit the data before the load"),
    APP_SERVERS("start application servers"),
    SCALE("scale application servers"),
    FRONT_SERVERS("start web servers and balancers"),
    VERIFY("verify through the front door"),
    DRIVERS("start drivers"),
    WARM_SERVERS("warm up application servers"),
    SEARCH("search the peak"),
    FAULTS("make faults"),
    ELASTIC("follow the load"),
    RAMP("ramp"),
    WARM_UP("warm up"),
    MEASURE("measure"),
    /** After the measurement the users stay for the largest limit, so that what is open still ends. */
    HOLD("wait for the last answers"),
    RAMP_DOWN("ramp down"),
    AUDIT_AFTER("audit the data after the load"),
    COLLECT("collect logs"),
    STOP("stop"),
    REPORT("report");

    private final String title;

    Phase(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
