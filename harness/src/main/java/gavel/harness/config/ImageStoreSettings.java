package gavel.harness.config;

import gavel.harness.setting.Rules;

/**
 * Where the bytes of pictures are kept; what pictures there are is always in the document store.
 *
 * @param directory that every application server sees, such as an NFS mount, in which the deployment makes one of its own; null for one
 *     in its run directory
 * @param nfs export of an NFS server, {@code server:/path}, that the harness mounts for it; null for none
 * @param nfsOptions it is mounted with; null for {@link #USUAL_OPTIONS}
 */
public record ImageStoreSettings(Implementation implementation, String directory, String nfs, String nfsOptions) {
    /** A request waits until the file server is back, and a picture that another server made is seen at once. */
    private static final String USUAL_OPTIONS = "hard,nfsvers=4.2,proto=tcp,timeo=600,retrans=2,lookupcache=positive";

    /** What keeps them. */
    public enum Implementation {
        DOCUMENTS,
        DIRECTORY
    }

    public ImageStoreSettings {
        new Rules()
                .onlyWhere(
                        implementation == Implementation.DIRECTORY,
                        "directory",
                        directory,
                        "is for imageStore.implementation=directory")
                .that(
                        directory == null || directory.startsWith("/"),
                        "directory",
                        "must be an absolute path",
                        directory)
                .onlyWhere(
                        implementation == Implementation.DIRECTORY,
                        "nfs",
                        nfs,
                        "is for imageStore.implementation=directory")
                .onlyWhere(directory == null, "nfs", nfs, "replaces imageStore.directory: one of them must be null")
                .that(
                        nfs == null || nfs.matches("(\\[[0-9a-fA-F:]+\\]|[A-Za-z0-9._-]+):/\\S*"),
                        "nfs",
                        "must be server:/path",
                        nfs)
                .onlyWhere(nfs != null, "nfsOptions", nfsOptions, "are for imageStore.nfs")
                .that(
                        nfsOptions == null || nfsOptions.matches("[a-z0-9_]+(=[^\\s,]+)?(,[a-z0-9_]+(=[^\\s,]+)?)*"),
                        "nfsOptions",
                        "must be those of mount, such as hard,nfsvers=4.2",
                        nfsOptions)
                .check();
    }

    /** Of the mount of {@link #nfs}. */
    public String mountOptions() {
        return nfsOptions == null ? USUAL_OPTIONS : nfsOptions;
    }

    public boolean isDirectory() {
        return implementation == Implementation.DIRECTORY;
    }
}
