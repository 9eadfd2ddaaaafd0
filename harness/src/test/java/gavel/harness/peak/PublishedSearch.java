package gavel.harness.peak;

/**
 * The search of Weathervane 2 as far as its user's guide, its parameters' help texts and its change descriptions tell. An initial ramp goes
 * in fixed steps (a twentieth of the largest number of users) by short intervals until one fails. Then medium intervals go up after a pass
 * and down after a fail; the first step is a tenth of the users and is halved at each turn. Long intervals follow, five minutes of warm-up
 * and five judged. They end when the largest level that passed and the smallest that failed are within 1 %. The result is the largest
 * number of users that passed. Short intervals are one minute long, medium ones five and long ones ten, beside a minute of ramp.
 */
final class PublishedSearch {
    private static final double SHORT = 60;
    private static final double MEDIUM = 300;
    private static final double WARM_UP = 300;
    private static final double RAMP = 60;
    private static final double INITIAL_STEPS = 20;
    private static final double STOP = 0.01;
    private static final int TURNS = 3;

    private final SimulatedSystem system;
    private final double judged;

    /** @param judged seconds of a long interval that are judged; 300 as published */
    PublishedSearch(SimulatedSystem system, double judged) {
        this.system = system;
        this.judged = judged;
    }

    /** @param most users the deployment was made for */
    double run(double most) {
        double users = firstMax(initialRamp(most));
        double step = users * 0.02;
        double pass = 0;
        double fail = Double.POSITIVE_INFINITY;
        while (pass <= 0 || Double.isInfinite(fail) || fail - pass > STOP * fail) {
            if (verified(users)) {
                pass = Math.max(pass, users);
            } else {
                fail = Math.min(fail, users);
                pass = pass < fail ? pass : 0;
            }
            users = Double.isInfinite(fail) ? users + step : pass <= 0 ? users - step : (pass + fail) / 2;
        }
        return pass;
    }

    private double initialRamp(double most) {
        double step = most / INITIAL_STEPS;
        double users = step;
        while (users < most && system.measure(users, SHORT).passed()) {
            users += step;
        }
        return users;
    }

    private double firstMax(double from) {
        double users = from;
        double step = from / 10;
        boolean before = false;
        for (int turns = 0; turns < TURNS; ) {
            system.load(users, RAMP);
            boolean passed = system.measure(users, MEDIUM).passed();
            if (passed != before) {
                turns++;
                step /= 2;
            }
            before = passed;
            users += passed ? step : -step;
        }
        return users;
    }

    private boolean verified(double users) {
        system.load(users, RAMP);
        system.load(users, WARM_UP);
        return system.measure(users, judged).passed();
    }
}
