package gavel.harness.config;

/** Who provides a data service: the child process of the deployment, or somebody else at a given address. */
public enum Implementation {
    EMBEDDED,
    EXTERNAL
}
