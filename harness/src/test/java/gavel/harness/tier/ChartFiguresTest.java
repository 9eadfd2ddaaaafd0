package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.topology.TopologyContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The Helm chart computes sizes and settings by the same rules in a language of its own. {@code bench/chart.sh} holds it against the figures
 * in this file; this test holds the file against the rules. {@code -Dgavel.update=true} writes it anew.
 */
class ChartFiguresTest {
    private static final Path FILE = Path.of("../bench/chart-figures.json");
    private static final long MINUTES = 60;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    @Test
    void theFiguresAreThoseOfTheRules() throws IOException {
        List<Map<String, Object>> cases = new ArrayList<>();
        cases.add(figures(100, 100, "small", 1));
        cases.add(figures(300, 300, "small", 2));
        cases.add(figures(3_000, 20_000, "small", 3));
        cases.add(figures(1_234, 1_234, "photo", 1));
        String now = JSON.writeValueAsString(cases) + "\n";
        if (Boolean.getBoolean("gavel.update")) {
            Files.writeString(FILE, now);
        }

        assertThat(Files.readString(FILE))
                .as("%s is out of date: run this test with -Dgavel.update=true", FILE)
                .isEqualTo(now);
    }

    private static Map<String, Object> figures(int users, int setUsers, String images, int servers) {
        Configuration configuration = new Configurations(Path.of("../deploy/configs"))
                .read(
                        "small",
                        List.of(
                                SettingOverride.parse("load.users=" + users),
                                SettingOverride.parse("data.users=" + setUsers),
                                SettingOverride.parse("data.images=" + images),
                                SettingOverride.parse("appServers.count=" + servers),
                                // An update of the chart has one more for a while.
                                SettingOverride.parse("appServers.most=" + (servers + 1)),
                                SettingOverride.parse("documents.memory="
                                        + Sizing.inMemory(sized(users, setUsers, images), users * MINUTES) + "m")));
        Sizing sizing = Sizing.of(configuration);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("users", users);
        figures.put("setUsers", setUsers);
        figures.put("images", images);
        figures.put("servers", servers);
        figures.put("appHeap", sizing.appServerHeap());
        figures.put("appMemory", Sizing.process(sizing.appServerHeap()));
        figures.put("loaderHeap", Sizing.toolsHeap(configuration));
        figures.put("loaderMemory", Sizing.process(Sizing.toolsHeap(configuration)));
        figures.put("driverHeap", sizing.driverHeap());
        figures.put("documentHeap", sizing.documentMemory());
        figures.put("brokerMemory", sizing.brokerMemory());
        figures.put("imageCache", sizing.imageCache());
        figures.put("databaseMemory", sizing.databaseMemory());
        figures.put("database", DatabaseTuning.of(sizing, configuration.relational()));
        figures.put(
                "app",
                new YAMLMapper()
                        .readValue(
                                AppServer.settings(TopologyContext.planned(configuration), 0)
                                        .content(),
                                Map.class));
        return figures;
    }

    private static Configuration sized(int users, int setUsers, String images) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "small",
                        List.of(
                                SettingOverride.parse("load.users=" + users),
                                SettingOverride.parse("data.users=" + setUsers),
                                SettingOverride.parse("data.images=" + images)));
    }
}
