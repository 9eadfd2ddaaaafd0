package gavel.auction;

/**
 * One thing {@code auction-app.jar} can do, found by its name. Providers are listed in
 * {@code META-INF/services/gavel.auction.Command}, so that a command needs no Spring context unless it starts one.
 */
public interface Command {
    int GOOD = 0;
    int VIOLATION = 1;
    int SERVICE_FAILED = 3;
    int BAD_ARGUMENTS = 4;

    /** The first word of the command line. */
    String name();

    /**
     * @param args what follows the name
     * @return the exit code of the process
     */
    int run(String[] args);
}
