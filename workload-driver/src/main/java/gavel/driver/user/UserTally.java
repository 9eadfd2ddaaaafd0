package gavel.driver.user;

/** What one loop's users did over the measurement, besides what the recorder keeps. Owned by the loop; copies are added up. */
public final class UserTally {
    long userNanos;
    long attendedNanos;
    long polledNanos;
    long acceptedBids;
    double cycleSeconds;
    long cycles;
    long sessionsStarted;
    long sessionsEnded;
    long sessionsFailed;
    long succeeded;
    long withoutAccount;
    long choicesHash;
    long came;
    long cutShort;
    long wentInOrder;

    public void add(UserTally other) {
        userNanos += other.userNanos;
        attendedNanos += other.attendedNanos;
        polledNanos += other.polledNanos;
        acceptedBids += other.acceptedBids;
        cycleSeconds += other.cycleSeconds;
        cycles += other.cycles;
        sessionsStarted += other.sessionsStarted;
        sessionsEnded += other.sessionsEnded;
        sessionsFailed += other.sessionsFailed;
        succeeded += other.succeeded;
        withoutAccount += other.withoutAccount;
        choicesHash += other.choicesHash;
        came += other.came;
        cutShort += other.cutShort;
        wentInOrder += other.wentInOrder;
    }

    public double userSeconds() {
        return userNanos / 1e9;
    }

    /** Sum over followers of the time they attended, and below of that with a poll outstanding. */
    public double attendedSeconds() {
        return attendedNanos / 1e9;
    }

    public double polledSeconds() {
        return polledNanos / 1e9;
    }

    public long acceptedBids() {
        return acceptedBids;
    }

    /** Of the cycle times drawn, their sum. */
    public double cycleSeconds() {
        return cycleSeconds;
    }

    public long cycles() {
        return cycles;
    }

    public long sessionsStarted() {
        return sessionsStarted;
    }

    public long sessionsEnded() {
        return sessionsEnded;
    }

    public long sessionsFailed() {
        return sessionsFailed;
    }

    /** Main operations that succeeded since users first came. */
    public long succeeded() {
        return succeeded;
    }

    /** Sessions of the measurement that could not begin, as every account was in use. */
    public long withoutAccount() {
        return withoutAccount;
    }

    /**
     * Main starts to be expected beyond user-seconds over cycles, of those who came or went within the measurement (Cox, "Renewal Theory",
     * 1962). Who comes acts at once, which is half a cycle and a little before the mean of a renewal process that has long been going on.
     * Who is sent away logs out at any moment of a cycle; who goes by itself does so at the end of one.
     *
     * @param deviation of cycles over their mean
     */
    public double edgeStarts(double deviation) {
        double early = (1 + deviation * deviation) / 2;
        return came * early + cutShort + wentInOrder * (1 - early);
    }

    /** Of the first choices of every user: the same for the same seed, users and profile. */
    public long choicesHash() {
        return choicesHash;
    }
}
