package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import java.net.URI;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class EmbeddedEncryptionIT extends EncryptionRig {
    /** Behind a balancer, where one is installed, and without. */
    @Test
    void whatIsEmbeddedEncrypts() throws Exception {
        Configuration configuration = configuration("balancers.implementation=haproxy");
        deployed(configuration, () -> {
            everyPortEncrypts();
            theApplicationServesAtItsOwnDoor();
            theDatabaseIsChecked();
            documentsAreChecked();
            theApplicationIsChecked();
            theApplicationChecksItsServices();
            if (configuration.fronted()) {
                theServerInFrontChecks("haproxy1", "USR2");
            }
        });
    }

    @Test
    void caddyEncrypts() throws Exception {
        Configuration configuration = configuration("webServers.implementation=caddy");
        Assumptions.assumeTrue(configuration.fronted(), "Caddy is not installed here");
        deployed(configuration, false, () -> {
            everyPortEncrypts();
            URI own = deployer.frontDoors().getFirst().resolve("/api/accounts/me");
            assertThat(answer(deployer.authority(), own).status())
                    .as("by the application, which knows nobody who asks")
                    .isEqualTo(401);
        });
    }
}
