package gavel.harness.run;

import gavel.harness.config.Configuration;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Servers that are installed here; {@link EmbeddedEncryptionIT} tries the embedded ones. */
class EncryptionIT extends EncryptionRig {
    @Test
    void whatIsInstalledEncrypts() throws Exception {
        Configuration configuration = configuration(
                "relational.implementation=postgresql",
                "broker.implementation=rabbitmq",
                "documents.implementation=server",
                "webServers.implementation=nginx",
                "balancers.implementation=haproxy");
        deployed(configuration, () -> {
            everyPortEncrypts();
            theDatabaseIsChecked();
            documentsAreChecked();
            theApplicationIsChecked();
            DisclosureIT.everythingIsTold(deployment, deployer);
            if (configuration.webServers().present()) {
                theServerInFrontChecks("nginx1", "HUP");
            }
        });
    }

    /** The balancer decrypts for people, and encrypts again for the web server. */
    @Test
    void mariaDbAndApacheEncryptBehindABalancerThatDecrypts() throws Exception {
        Configuration configuration = configuration(
                "relational.implementation=mariadb",
                "webServers.implementation=httpd",
                "balancers.implementation=haproxy");
        Assumptions.assumeTrue(configuration.passedThrough(), "not both are installed here");
        String database = configuration.relational().implementation().name().toLowerCase(Locale.ROOT);
        Configuration decrypting = configuration(
                "relational.implementation=" + database,
                "webServers.implementation=httpd",
                "balancers.implementation=haproxy",
                "balancers.tls=terminate");
        deployed(decrypting, () -> {
            everyPortEncrypts();
            theDatabaseIsChecked();
            theServerInFrontChecks("httpd1", "USR1");
        });
    }
}
