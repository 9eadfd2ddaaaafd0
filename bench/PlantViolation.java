import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lowers the price of one sold lot of a deployment by 0.01, as a bug that loses money would. The one argument is its run directory. */
public final class PlantViolation {
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        String password = value(directory.resolve("secrets.json"), "\"database\"\\s*:\\s*\"([^\"]+)\"");
        String port = value(directory.resolve("deployment.json"), "\"database\"\\s*:\\s*(\\d+)");
        try (Connection connection =
                        DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/gavel", "gavel", password);
                Statement statement = connection.createStatement();
                ResultSet lot = statement.executeQuery("""
                        update lot set price = price - 0.01
                         where id = (select id from lot where state = 'SOLD' order by id limit 1)
                        returning id, price""")) {
            if (!lot.next()) {
                throw new IllegalStateException("no lot is sold yet: nothing was planted");
            }
            System.out.println("planted: lot " + lot.getLong(1) + " now says it was sold for " + lot.getBigDecimal(2));
        }
    }

    private static String value(Path file, String pattern) throws Exception {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
        if (!matcher.find()) {
            throw new IllegalStateException(file + " has no " + pattern);
        }
        return matcher.group(1);
    }
}
