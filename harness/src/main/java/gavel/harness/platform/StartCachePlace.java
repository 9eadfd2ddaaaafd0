package gavel.harness.platform;

import java.io.IOException;

/** Where a platform keeps what the JVM of application servers learned from a start, beside the jar it belongs to. */
public interface StartCachePlace {
    /** A platform that keeps none: servers start without. */
    StartCachePlace NONE = new StartCachePlace() {
        @Override
        public boolean missing() {
            return false;
        }

        @Override
        public void forget() {}

        @Override
        public boolean keep(String path) {
            return false;
        }
    };

    /** Whether one could be made for the jar there is. */
    boolean missing();

    void forget() throws IOException;

    /**
     * @param path of a file of the deployment on the host of the first application server, which goes there
     * @return whether there was such a file
     */
    boolean keep(String path) throws IOException;
}
