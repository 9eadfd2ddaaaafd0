package gavel.auction;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/** The application under test, and the command line that starts it or works on its data set. */
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class)
@ConfigurationPropertiesScan
public class AuctionApplication {
    /** A second process would take longer to start than most commands take. */
    private static final String THEN = "--then";

    public static void main(String[] args) {
        // Statements, keys and names of files are formed by it, in libraries too.
        Locale.setDefault(Locale.US);
        // Without a main thread the others would keep a process that does nothing.
        Thread.currentThread().setUncaughtExceptionHandler((thread, defect) -> {
            thread.getThreadGroup().uncaughtException(thread, defect);
            Runtime.getRuntime().halt(3);
        });
        System.exit(run(args));
    }

    static int run(String[] args) {
        return run(
                args,
                ServiceLoader.load(Command.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList());
    }

    /** One command, or several with {@link #THEN} between them, each if the one before it ended well. */
    static int run(String[] args, List<Command> commands) {
        int from = 0;
        for (int word = 0; word < args.length; word++) {
            if (args[word].equals(THEN)) {
                int code = one(Arrays.copyOfRange(args, from, word), commands);
                if (code != Command.GOOD) {
                    return code;
                }
                from = word + 1;
            }
        }
        return one(Arrays.copyOfRange(args, from, args.length), commands);
    }

    private static int one(String[] args, List<Command> commands) {
        String name = args.length == 0 ? "" : args[0];
        return commands.stream()
                .filter(command -> command.name().equals(name))
                .findFirst()
                .map(command -> command.run(Arrays.copyOfRange(args, 1, args.length)))
                .orElseGet(() -> usage(name, commands));
    }

    private static int usage(String name, List<Command> commands) {
        String known =
                String.join("|", commands.stream().map(Command::name).sorted().toList());
        System.err.println(
                name.isEmpty() ? "A command is missing." : "The command must be one of " + known + ": " + name);
        System.err.println("Usage: java -jar auction-app.jar " + known + " --config=FILE");
        return Command.BAD_ARGUMENTS;
    }
}
