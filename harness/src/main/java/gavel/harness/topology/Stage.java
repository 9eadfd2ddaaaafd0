package gavel.harness.topology;

/** When an instance is started in the life of a deployment: before the data are there, after, last of all, or for a load alone. */
public enum Stage {
    DATA,
    APPLICATION,
    FRONT,
    LOAD
}
