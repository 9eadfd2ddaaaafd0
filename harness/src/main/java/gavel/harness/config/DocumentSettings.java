package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;

/**
 * The document store.
 *
 * @param memory heap of the embedded one, which keeps its data there; null for the sizing rule
 * @param uriFile file with the address of an external one; a file because the address may hold a password
 */
public record DocumentSettings(Implementation implementation, MemorySize memory, String uriFile) {
    /** Who provides it. */
    public enum Implementation {
        EMBEDDED,
        EXTERNAL
    }

    public DocumentSettings {
        new Rules()
                .that(
                        implementation == Implementation.EMBEDDED || uriFile != null,
                        "uriFile",
                        "is needed for an external document store",
                        uriFile)
                .check();
    }

    public boolean embedded() {
        return implementation == Implementation.EMBEDDED;
    }
}
