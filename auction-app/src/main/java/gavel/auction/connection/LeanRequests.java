package gavel.auction.connection;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.nio.CharBuffer;
import org.apache.catalina.connector.InputBuffer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the buffer for characters from every request: 16 KB that only a reader of text would use, and here bodies are read as bytes.
 * It is a quarter of what a held request cost, and the server has no setting for it. With another version of the server that has no
 * such buffer this does nothing.
 */
final class LeanRequests extends ValveBase {
    private static final Logger LOG = LoggerFactory.getLogger(LeanRequests.class);
    private static final int CHARACTERS = 128;

    private final VarHandle input;
    private final VarHandle characters;

    LeanRequests() {
        super(true);
        VarHandle ofRequest = null;
        VarHandle ofInput = null;
        try {
            Lookup lookup = MethodHandles.lookup();
            ofRequest = MethodHandles.privateLookupIn(Request.class, lookup)
                    .findVarHandle(Request.class, "inputBuffer", InputBuffer.class);
            ofInput = MethodHandles.privateLookupIn(InputBuffer.class, lookup)
                    .findVarHandle(InputBuffer.class, "cb", CharBuffer.class);
        } catch (ReflectiveOperationException e) {
            LOG.warn("Held requests keep a buffer they do not need: {}", e.toString());
        }
        this.input = ofRequest;
        this.characters = ofInput;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (characters != null) {
            slim((InputBuffer) input.get(request));
        }
        getNext().invoke(request, response);
    }

    /** Requests are used again, so most have been here before. */
    private void slim(InputBuffer buffer) {
        if (((CharBuffer) characters.get(buffer)).capacity() > CHARACTERS) {
            characters.set(buffer, CharBuffer.allocate(CHARACTERS).flip());
        }
    }
}
