package gavel.driver.operation;

import gavel.driver.body.ContentException;

/**
 * What one action does, as stages of exchanges: a stage sends any number side by side, and the next one begins when all have ended
 * well. A stage that sends nothing and does not pause ends the operation. Stateless and shared by all users.
 */
@FunctionalInterface
interface Operation {
    void stage(OperationRun run, int stage) throws ContentException;
}
