package gavel.driver.api.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/**
 * Names are resolved as ever; nobody is asked for the name of an address. The JDK's server asks for that of each client who begins TLS.
 * Where no name server answers, as in a container without a way out, that takes longer than the client waits.
 */
public final class NoReverseLookups extends InetAddressResolverProvider {
    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver names = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                return names.lookupByName(host, policy);
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                throw new UnknownHostException("nobody is asked for the name of an address");
            }
        };
    }

    @Override
    public String name() {
        return "names only";
    }
}
