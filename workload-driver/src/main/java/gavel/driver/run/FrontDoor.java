package gavel.driver.run;

import gavel.driver.api.LoadSpec;
import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import java.io.IOException;

/** By what way the loops of a driver reach those they talk to. */
interface FrontDoor {
    /** The addresses of the run's description, by sockets. */
    FrontDoor SOCKETS = new FrontDoor() {
        @Override
        public Transport transport() {
            return Transport.forSockets();
        }

        @Override
        public HttpClient client(EngineLoop loop, LoadSpec spec, ClientSettings settings) throws IOException {
            return HttpClient.open(loop, spec.targets(), spec.caCertificate(), settings);
        }
    };

    Transport transport();

    HttpClient client(EngineLoop loop, LoadSpec spec, ClientSettings settings) throws IOException;
}
