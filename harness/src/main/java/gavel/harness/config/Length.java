package gavel.harness.config;

import gavel.driver.api.LoadSpec.Phases;

/** The published lengths of a run; anything else calls itself custom. */
public enum Length {
    SMOKE(Phases.SMOKE),
    STANDARD(Phases.STANDARD),
    OFFICIAL(Phases.OFFICIAL);

    private final Phases phases;

    Length(Phases phases) {
        this.phases = phases;
    }

    public Phases phases() {
        return phases;
    }
}
