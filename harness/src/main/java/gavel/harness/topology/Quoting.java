package gavel.harness.topology;

/** How a secret is written into the text it belongs to. */
public enum Quoting {
    /** As it is. */
    PLAIN {
        @Override
        public String apply(String value) {
            return value;
        }
    },
    /** Between double quotes of JSON or YAML. */
    JSON {
        @Override
        public String apply(String value) {
            StringBuilder quoted = new StringBuilder();
            for (char letter : value.toCharArray()) {
                if (letter == '"' || letter == '\\') {
                    quoted.append('\\').append(letter);
                } else if (letter < ' ') {
                    quoted.append("\\u00")
                            .append(Character.forDigit(letter >> 4, 16))
                            .append(Character.forDigit(letter & 15, 16));
                } else {
                    quoted.append(letter);
                }
            }
            return quoted.toString();
        }
    },
    /** Between single quotes of SQL. */
    SQL {
        @Override
        public String apply(String value) {
            return value.replace("'", "''");
        }
    };

    public abstract String apply(String value);
}
