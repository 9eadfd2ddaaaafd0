package gavel.harness.platform.local;

import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.platform.StartCachePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Beside the jar of this machine's build, for all its deployments. */
record LocalStartCache(Installation installation, RunDirectory directory) implements StartCachePlace {
    @Override
    public boolean missing() {
        return Files.exists(installation.appJar()) && !installation.fits(installation.appCache());
    }

    @Override
    public void forget() throws IOException {
        Files.deleteIfExists(installation.appCache());
    }

    /** Another deployment may be doing the same: the last one wins, and neither sees half a file. */
    @Override
    public boolean keep(String path) throws IOException {
        Path made = directory.path().resolve(path);
        if (!Files.exists(made)) {
            return false;
        }
        Path beside = installation.appCache().resolveSibling(directory.path().getFileName() + ".aot");
        Files.createDirectories(beside.getParent());
        Files.move(made, beside, StandardCopyOption.REPLACE_EXISTING);
        Files.move(beside, installation.appCache(), StandardCopyOption.ATOMIC_MOVE);
        return true;
    }
}
