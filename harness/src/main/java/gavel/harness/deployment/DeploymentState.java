package gavel.harness.deployment;

import gavel.harness.topology.Ports;
import java.time.Instant;

/**
 * What a deployment remembers between two commands.
 *
 * @param temporary whether it belongs to one run and is removed with it
 * @param appServers there are to be; null for as many as it was made with
 * @param loaded the data set; null before it is loaded
 */
public record DeploymentState(
        String name, Instant createdAt, boolean temporary, Ports ports, Integer appServers, LoadedSet loaded) {

    /** @param clean whether nothing has used the set since it was loaded or reset */
    public record LoadedSet(int users, long seed, String images, boolean clean) {
        /** Whether so many users find accounts of their own in it, with pictures of the kind wanted. */
        public boolean fits(int neededUsers, String neededImages) {
            return users >= neededUsers && images.equals(neededImages);
        }

        LoadedSet used() {
            return new LoadedSet(users, seed, images, false);
        }
    }

    DeploymentState scaled(int servers) {
        return new DeploymentState(name, createdAt, temporary, ports, servers, loaded);
    }

    DeploymentState with(LoadedSet set) {
        return new DeploymentState(name, createdAt, temporary, ports, appServers, set);
    }
}
