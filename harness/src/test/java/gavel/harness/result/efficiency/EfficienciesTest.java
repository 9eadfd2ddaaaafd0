package gavel.harness.result.efficiency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Power;
import gavel.harness.result.efficiency.Efficiencies.Users;
import java.util.List;
import org.junit.jupiter.api.Test;

class EfficienciesTest {
    private static final Users USERS = new Users(900, 1_000, 1_100);
    private static final Hardware HARDWARE = new Hardware(4, 16L << 30, "the whole machine, its drivers included");
    private static final Price PRICE = new Price(0.5, "EUR", "2 × small; prices of 2026-11-01");

    private static Efficiency of(List<Efficiency> all, String unit) {
        return all.stream().filter(each -> each.unit().equals(unit)).findFirst().orElseThrow();
    }

    @Test
    void usersAreDividedByWhatThereIs() {
        List<Efficiency> all = Efficiencies.of(USERS, HARDWARE, PRICE, List.of());

        assertThat(all).extracting(Efficiency::unit).containsExactly("core", "GiB", "EUR/h");
        assertThat(of(all, "core").middle()).isEqualTo(250);
        assertThat(of(all, "core").lower()).isCloseTo(225, within(1e-9));
        assertThat(of(all, "core").upper()).isCloseTo(275, within(1e-9));
        assertThat(of(all, "core").covers()).isEqualTo("the whole machine, its drivers included");
        assertThat(of(all, "GiB").middle()).isEqualTo(62.5);
        assertThat(of(all, "EUR/h").middle()).isEqualTo(2_000);
        assertThat(of(all, "EUR/h").covers()).isEqualTo("2 × small; prices of 2026-11-01");
    }

    /** Of 40, 42 and 44 W the mean is 42, its error 2/sqrt(3) = 1.155 W = 2.75 %, and Student's t of 2 degrees 2.92: 8.03 %. */
    @Test
    void whatThePowerDoesNotKnowIsInTheInterval() {
        Efficiency watt = of(
                Efficiencies.of(
                        USERS,
                        HARDWARE,
                        Price.NONE,
                        List.of(
                                new Power(40, "package-0"),
                                Power.NONE,
                                new Power(42, "package-0"),
                                new Power(44, "package-0"))),
                "watt");

        assertThat(watt.amount()).isEqualTo(42);
        assertThat(watt.middle()).isCloseTo(1_000 / 42.0, within(1e-9));
        assertThat(Math.log(watt.middle() / watt.lower()))
                .isCloseTo(Math.hypot(Math.log(1_000 / 900.0), 0.0803), within(1e-3));
        assertThat(watt.covers()).isEqualTo("package-0");
    }

    /** The counters of the processors tell of them alone, 60 of the 250 W that a meter shows. */
    @Test
    void powerOfDifferentPartsOfThePlatformIsNotAveraged() {
        Power meter = new Power(250, "meter /opt/watts");
        Power processors = new Power(60, "package-0");

        Efficiency near = of(
                Efficiencies.of(
                        USERS, HARDWARE, Price.NONE, List.of(meter, processors, new Power(250, "meter /opt/watts"))),
                "watt");
        Efficiency silent = of(Efficiencies.of(USERS, HARDWARE, Price.NONE, List.of(processors, meter, meter)), "watt");

        assertThat(near.amount()).isEqualTo(250);
        assertThat(near.middle()).isEqualTo(4);
        assertThat(near.covers()).isEqualTo("meter /opt/watts");
        assertThat(silent.amount()).isEqualTo(60);
        assertThat(silent.covers()).isEqualTo("package-0");
    }

    @Test
    void whatARunBoreIsALowerBound() {
        Efficiency core = of(Efficiencies.of(Users.atLeast(1_000), HARDWARE, PRICE, List.of()), "core");

        assertThat(core.atLeast()).isTrue();
        assertThat(core.lower()).isEqualTo(core.upper()).isEqualTo(250);
        assertThat(of(Efficiencies.of(USERS, HARDWARE, PRICE, List.of()), "core")
                        .atLeast())
                .isFalse();
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        assertThat(Efficiencies.of(USERS, Hardware.UNKNOWN, Price.NONE, List.of(Power.NONE)))
                .isEmpty();
    }
}
