package gavel.driver.loop;

import io.netty.channel.Channel;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** How bytes travel: by the kernel's epoll, by the JDK's selector where epoll is missing, or inside this process for tests. */
public enum Transport {
    EPOLL {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory(EVENTS_OF_A_TURN, DefaultSelectStrategyFactory.INSTANCE);
        }

        @Override
        public Channel newChannel() {
            return new EpollSocketChannel();
        }

        @Override
        public ServerChannel newServerChannel() {
            return new EpollServerSocketChannel();
        }
    },
    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        public Channel newChannel() {
            return new NioSocketChannel();
        }

        @Override
        public ServerChannel newServerChannel() {
            return new NioServerSocketChannel();
        }
    },
    IN_PROCESS {
        @Override
        IoHandlerFactory handlers() {
            return LocalIoHandler.newFactory();
        }

        @Override
        public Channel newChannel() {
            return new LocalChannel();
        }

        @Override
        public ServerChannel newServerChannel() {
            return new LocalServerChannel();
        }
    };

    /**
     * News of one auction can answer the polls of hundreds of users at once; timers that come due meanwhile fire between so many answers,
     * not after all of them.
     */
    private static final int EVENTS_OF_A_TURN = 32;

    /** The best one for sockets on this machine. */
    public static Transport forSockets() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory handlers();

    /** Whether it has the options of sockets. */
    public boolean sockets() {
        return this != IN_PROCESS;
    }

    public abstract Channel newChannel();

    public abstract ServerChannel newServerChannel();
}
