package gavel.driver.api.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.shape.LoadPath.Point;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathTextTest {
    @Test
    void pointsAreTimesAndUsers() {
        List<Point> points = PathText.points(List.of("0=10", "1m30s=20", "2.5m=30", "1h=40"));

        assertThat(points)
                .containsExactly(new Point(0, 10), new Point(90, 20), new Point(150, 30), new Point(3_600, 40));
        assertThat(PathText.points(List.of("0=10,90s=20", "2.5m=30,1h=40"))).isEqualTo(points);
        assertThat(PathText.points(points.stream().map(PathText::text).toList()))
                .isEqualTo(points);
        assertThat(PathText.points(List.of())).isEmpty();
        assertThat(PathText.text(new Point(0.25, 3))).isEqualTo("0.25s=3");
    }

    @Test
    void anythingElseIsTold() {
        for (String wrong : List.of("10", "s=10", "5d=10", "5=10", "5s=-1", "5s=1.5", "5s = 10")) {
            assertThatThrownBy(() -> PathText.points(List.of("0=1", wrong)))
                    .hasMessage("a point of a path is a time and a number of users, such as 90s=200: " + wrong);
        }
    }

    @Test
    void aFileHasAPointInEachLine() {
        assertThat(PathText.csv("day.csv", List.of("seconds,users", "# night", "0,10", "", " 60 , 200 ", "90.5,10")))
                .containsExactly(new Point(0, 10), new Point(60, 200), new Point(90.5, 10));
    }

    /** What a spreadsheet saves: the names of the columns as somebody called them, Windows' ends of lines. */
    @Test
    void aFileOfASpreadsheetIsReadAsItIs() {
        for (String header : List.of("seconds,users", "Time [s], Users", "\"time\",\"users\"", "Sekunden,Nutzer")) {
            assertThat(PathText.csv("day.csv", List.of(header, "0,10", "60,200\r")))
                    .containsExactly(new Point(0, 10), new Point(60, 200));
        }
        assertThatThrownBy(() -> PathText.csv("day.csv", List.of("seconds,users", "more,words", "0,10", "60,20")))
                .as("one header only")
                .hasMessageContaining("more,words (day.csv:2)");
    }

    @Test
    void everyProblemOfAFileIsToldWithItsLine() {
        assertThatThrownBy(() -> PathText.csv("day.csv", List.of("0,10", "60;20", "50,20", "40,30", "many,1", "70,-3")))
                .hasMessage("""
                        a line must be seconds,users, such as 90,200: 60;20 (day.csv:2)
                        a path must not go back in time: 40.0 s after 50.0 s (day.csv:4)
                        a line must be seconds,users, such as 90,200: many,1 (day.csv:5)
                        a line must be seconds,users, such as 90,200: 70,-3 (day.csv:6)""");
        assertThatThrownBy(() -> PathText.csv("day.csv", List.of("5,10", "60,20")))
                .hasMessage("a path must begin at second 0: 5.0 (day.csv)");
        assertThatThrownBy(() -> PathText.csv("day.csv", List.of()))
                .hasMessage("a path must begin at second 0: no points (day.csv)");
    }

    @Test
    void anotherFileThanWasMeantIsNotToldLineByLine() {
        List<String> lines = Collections.nCopies(100, "root:x:0:0:what nobody else should read");

        assertThatThrownBy(() -> PathText.csv("passwd", lines))
                .hasMessageContaining("root:x:0:0:what nobo… (passwd:1)")
                .hasMessageEndingWith("further lines are not looked at (passwd)")
                .satisfies(wrong -> assertThat(wrong.getMessage().lines()).hasSize(6));
    }
}
