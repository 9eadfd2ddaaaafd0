package gavel.harness.platform.ssh;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.platform.Machine.ClockOffset;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.host.FarMachine;
import gavel.harness.platform.ssh.protocol.Answerer;
import gavel.harness.platform.ssh.protocol.Caller;
import gavel.harness.platform.ssh.protocol.Frames;
import gavel.harness.platform.ssh.push.Push;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** A far end within this process, asked by the real protocol over a real connection, whose bytes are counted. */
public final class SimulatedMachine implements FarMachine {
    private static final String BUILD = "simulated";
    private final String name;
    private final Socket near;
    private final Socket distant;
    private final FarHost far;

    /** @param bytes that come from far ends */
    public SimulatedMachine(MachineSettings settings, FarHost operations, AtomicLong bytes) {
        this.name = settings.name();
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            near = new Socket(listening.getInetAddress(), listening.getLocalPort());
            distant = listening.accept();
            Answerer answerer = new Answerer(
                    BUILD, new Frames(distant.getInputStream(), distant.getOutputStream()), FarHost.class, operations);
            Thread.ofVirtual().start(() -> {
                try {
                    answerer.serve();
                } catch (IOException ended) {
                    Thread.currentThread().interrupt();
                }
            });
            far = Caller.of(
                    FarHost.class,
                    settings.name(),
                    BUILD,
                    new Frames(counted(near.getInputStream(), bytes), near.getOutputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream counted(InputStream in, AtomicLong bytes) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int one = in.read();
                bytes.addAndGet(one < 0 ? 0 : 1);
                return one;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int n = in.read(into, from, length);
                bytes.addAndGet(Math.max(0, n));
                return n;
            }
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean alive() {
        return !near.isClosed();
    }

    @Override
    public FarHost far() {
        return far;
    }

    @Override
    public Push.Pushed pushed() {
        return new Push.Pushed(0, 0);
    }

    @Override
    public ClockOffset clock() {
        return new ClockOffset(0.1, 0.05);
    }

    @Override
    public int forward(String address, int port) {
        return port;
    }

    @Override
    public void send(Path file, String to) {}

    @Override
    public void fetch(String from, Path to, long most) {}

    @Override
    public void close() {
        try {
            near.close();
            distant.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
