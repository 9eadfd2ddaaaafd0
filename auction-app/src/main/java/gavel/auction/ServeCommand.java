package gavel.auction;

import gavel.auction.settings.SettingsException;
import gavel.auction.settings.SettingsFile;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/** Runs the application server until the process is told to end. */
public final class ServeCommand implements Command {
    @Override
    public String name() {
        return "serve";
    }

    @Override
    public int run(String[] args) {
        SettingsFile file;
        try {
            file = SettingsFile.fromArguments(args);
        } catch (SettingsException e) {
            System.err.println(e.getMessage());
            return BAD_ARGUMENTS;
        }
        CountDownLatch closed = new CountDownLatch(1);
        ApplicationListener<ContextClosedEvent> onClose = event -> {
            if (event.getApplicationContext().getParent() == null) {
                closed.countDown();
            }
        };
        try {
            new SpringApplicationBuilder(AuctionApplication.class)
                    .web(WebApplicationType.SERVLET)
                    .properties("spring.config.additional-location=" + file.springLocation())
                    .listeners(onClose)
                    .run();
            closed.await();
            return GOOD;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return GOOD;
        } catch (RuntimeException e) {
            System.err.println("The application server could not start: " + reason(e));
            return SERVICE_FAILED;
        }
    }

    /** What the innermost cause says that says anything: a time-out has no words of its own. */
    private static String reason(Throwable failure) {
        String reason = failure.toString();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            reason = cause.getMessage() == null ? reason : cause.getMessage();
        }
        return reason;
    }
}
