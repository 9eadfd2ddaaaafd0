package gavel.auction.problem;

/**
 * What is wrong with one field of a request. Both texts may repeat what a client sent: what cannot be shown of it is replaced.
 *
 * @param field its path in the body, or the name of the parameter or header
 */
public record FieldProblem(String field, String message) {
    public FieldProblem {
        field = Shown.of(field);
        message = Shown.of(message);
    }
}
