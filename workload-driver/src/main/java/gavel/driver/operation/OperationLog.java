package gavel.driver.operation;

import gavel.driver.profile.OperationKind;
import gavel.driver.record.Outcome;
import gavel.driver.room.BidAnswer;

/** Where operations are recorded: one for each loop. */
public interface OperationLog {
    /** An operation's intended start has come; every started one is recorded, but for long polls that are given up. */
    void started(OperationKind kind, long intendedNanos);

    /** @param intendedNanos intended start; there is no way to record without it */
    void record(OperationKind kind, long intendedNanos, long firstWriteNanos, long endNanos, Outcome outcome);

    /** The first failed exchanges are kept for the reader of the report; {@code detail} holds no secret. */
    void failed(OperationKind kind, String request, Outcome outcome, String detail);

    /** A bid the server answered for good. */
    void answered(Person person, BidAnswer answer);
}
