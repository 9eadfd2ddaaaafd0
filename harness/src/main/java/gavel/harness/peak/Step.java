package gavel.harness.peak;

/** What a search wants to be done next. */
public sealed interface Step {
    /** A continuous climb until a window breaks a limit. */
    record Ascend(int from, int most) implements Step {}

    /** An interval at a fixed number of users, approached from below. */
    record Measure(int users, Purpose purpose) implements Step {}

    /** Nothing: the search is over. */
    record Done(Conclusion conclusion) implements Step {}

    /** What an interval is for. */
    enum Purpose {
        BRACKET("bracket the knee"),
        CONFIRM("confirm the knee"),
        AGAIN("again, as the last one was invalid"),
        REPEAT("repeat the first level"),
        LEVEL("a share of the peak");

        private final String words;

        Purpose(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
