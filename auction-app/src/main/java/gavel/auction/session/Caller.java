package gavel.auction.session;

/**
 * The account that sent a request: endpoints take it as an argument.
 *
 * @param session hash of the bearer token
 */
public record Caller(long accountId, TokenHash session) {}
