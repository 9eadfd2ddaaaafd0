package gavel.harness.platform.ssh.host;

import gavel.harness.platform.Machine.ClockOffset;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.push.Push;
import java.io.IOException;
import java.nio.file.Path;

/** A machine far away that is connected, has the programs of this build, and answers. Any thread may use it. */
public interface FarMachine extends AutoCloseable {
    /** As its settings call it. */
    String name();

    boolean alive();

    /** What it does when it is asked. */
    FarHost far();

    /** What had to be copied to it. */
    Push.Pushed pushed();

    /** How far its clock is ahead of this machine's. */
    ClockOffset clock();

    /** The port of this machine's loopback that reaches one as it is known there. */
    int forward(String address, int port) throws InterruptedException;

    /** Copies a file of this machine there, completely or not at all. */
    void send(Path file, String to) throws IOException, InterruptedException;

    /** Copies a file from there, at most so many bytes of it. */
    void fetch(String from, Path to, long most) throws IOException, InterruptedException;

    /** Ends the connection; what runs there goes on. */
    @Override
    void close();
}
