package gavel.auction.dataset.stores;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Keeps a data set from being changed under running application servers. */
public final class LiveNodes {
    private LiveNodes() {}

    /** @throws RefusedException when a node has a lease that is not over by the database's clock */
    public static void refuse(Stores stores, String command) throws SQLException {
        List<String> nodes = new ArrayList<>();
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select node from node_lease where expires_at > "
                        + stores.dialect().clock() + " order by node")) {
            while (rows.next()) {
                nodes.add(rows.getString(1));
            }
        }
        if (!nodes.isEmpty()) {
            throw new RefusedException(command + " needs all application servers to be stopped; still running: "
                    + String.join(", ", nodes) + ". Stop them, or wait 3 s after a kill until their leases are over.");
        }
    }
}
