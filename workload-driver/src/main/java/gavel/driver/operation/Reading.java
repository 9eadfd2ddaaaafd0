package gavel.driver.operation;

import gavel.driver.body.ContentException;

/** Takes what it needs from a complete response of the right status. */
@FunctionalInterface
interface Reading {
    Reading NOTHING = _ -> {};

    void read(Call call) throws ContentException;
}
