package gavel.harness.config;

import gavel.harness.setting.Rules;

/**
 * Where the bytes of pictures are kept; what pictures there are is always in the document store.
 *
 * @param directory that every application server sees, such as an NFS mount, in which the deployment makes one of its own; null for one
 *     in its run directory
 */
public record ImageStoreSettings(Implementation implementation, String directory) {
    /** Who keeps them. */
    public enum Implementation {
        DOCUMENTS,
        DIRECTORY
    }

    public ImageStoreSettings {
        new Rules()
                .that(
                        directory == null || implementation == Implementation.DIRECTORY,
                        "directory",
                        "is for imageStore.implementation=directory",
                        directory)
                .that(
                        directory == null || directory.startsWith("/"),
                        "directory",
                        "must be an absolute path",
                        directory)
                .check();
    }

    public boolean isDirectory() {
        return implementation == Implementation.DIRECTORY;
    }
}
