package gavel.driver.qos;

/**
 * Says whether the driver's own delay can be the reason for a broken limit. A starved driver starts late, which the service time does
 * not see, but it also reads late, which it does; how late its timers fire shows both. So a failure stands only where the service time
 * fails too and the timers' lateness is small beside the limit.
 */
record DriverDelay(double latenessP99Millis) {
    /** Up to ten exchanges follow each other within a limit, and each may be read late. */
    private static final double LARGEST_SHARE = 0.1;

    static DriverDelay of(DriverState driver) {
        return new DriverDelay(driver.latenessP99Millis());
    }

    boolean mayExplain(long limitMillis) {
        return latenessP99Millis > LARGEST_SHARE * limitMillis;
    }

    /** The end of a sentence for a limit that only the driver broke. */
    String advice(long limitMillis) {
        return "the driver's own timers were " + Words.number(latenessP99Millis) + " ms late (p99) beside a limit of "
                + Words.seconds(limitMillis) + ": give the driver more CPU, or fewer users";
    }
}
