package gavel.harness.elastic;

/**
 * What is asked of an elastic experiment.
 *
 * @param shape of the path, as typed
 * @param pathSeconds its length
 * @param supply what decides, as typed
 * @param most servers there may be
 * @param capacity name of the result N(k) is from
 * @param repeats of the path
 */
public record ElasticSettings(String shape, int pathSeconds, String supply, int most, String capacity, int repeats) {}
