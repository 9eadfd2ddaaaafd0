package gavel.auction.problem;

/**
 * What is wrong with one field of a request.
 *
 * @param field its path in the body, or the name of the parameter or header
 */
public record FieldProblem(String field, String message) {}
