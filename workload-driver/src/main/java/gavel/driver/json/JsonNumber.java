package gavel.driver.json;

import java.math.BigDecimal;

/** Reads one JSON number byte by byte into an unscaled value and a scale. Digits a long cannot hold are an error where they matter. */
final class JsonNumber {
    private enum Part {
        START,
        MINUS,
        ZERO,
        INTEGER,
        POINT,
        FRACTION,
        EXPONENT,
        EXPONENT_SIGN,
        EXPONENT_DIGITS
    }

    private static final int MAX_DIGITS = 18;

    private Part part;
    private boolean negative;
    private boolean exponentNegative;
    private long unscaled;
    private int scale;
    private int exponent;
    private int digits;

    void clear() {
        part = Part.START;
        negative = false;
        exponentNegative = false;
        unscaled = 0;
        scale = 0;
        exponent = 0;
        digits = 0;
    }

    /** False when {@code b} does not belong to the number. */
    boolean accept(byte b) {
        boolean digit = b >= '0' && b <= '9';
        switch (part) {
            case START, MINUS -> {
                if (b == '-' && part == Part.START) {
                    negative = true;
                    part = Part.MINUS;
                    return true;
                }
                if (!digit) {
                    return false;
                }
                part = b == '0' ? Part.ZERO : Part.INTEGER;
                return digit(b);
            }
            case ZERO, INTEGER -> {
                if (digit) {
                    return part == Part.INTEGER && digit(b);
                }
                return fractionOrExponent(b);
            }
            case POINT, FRACTION -> {
                if (digit) {
                    part = Part.FRACTION;
                    scale++;
                    return digit(b);
                }
                return part == Part.FRACTION && b != '.' && fractionOrExponent(b);
            }
            default -> {
                return exponent(b, digit);
            }
        }
    }

    private boolean fractionOrExponent(byte b) {
        if (b == '.') {
            part = Part.POINT;
        } else if (b == 'e' || b == 'E') {
            part = Part.EXPONENT;
        } else {
            return false;
        }
        return true;
    }

    private boolean exponent(byte b, boolean digit) {
        if (part == Part.EXPONENT && (b == '+' || b == '-')) {
            exponentNegative = b == '-';
            part = Part.EXPONENT_SIGN;
            return true;
        }
        if (digit) {
            part = Part.EXPONENT_DIGITS;
            exponent = Math.min(exponent * 10 + (b - '0'), 1000);
        }
        return digit;
    }

    private boolean digit(byte b) {
        if (digits == 0 && b == '0') {
            return true;
        }
        if (++digits <= MAX_DIGITS) {
            unscaled = unscaled * 10 + (b - '0');
        }
        return true;
    }

    /** @param wanted whether the value will be read, so that it has to fit */
    void end(boolean wanted) throws JsonException {
        if (wanted && digits > MAX_DIGITS) {
            throw new JsonException("a wanted number has more than " + MAX_DIGITS + " digits");
        }
        if (part == Part.MINUS || part == Part.POINT || part == Part.EXPONENT || part == Part.EXPONENT_SIGN) {
            throw new JsonException("a number ends too early");
        }
        if (wanted && exponent != 0) {
            int moved = exponentNegative ? exponent : -exponent;
            try {
                BigDecimal value = BigDecimal.valueOf(unscaled, scale + moved);
                value = value.scale() < 0 ? value.setScale(0) : value;
                unscaled = value.unscaledValue().longValueExact();
                scale = value.scale();
            } catch (ArithmeticException tooLarge) {
                throw new JsonException("a number is too large: exponent " + exponent);
            }
        }
    }

    long unscaled() {
        return negative ? -unscaled : unscaled;
    }

    int scale() {
        return scale;
    }
}
