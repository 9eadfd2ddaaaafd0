package gavel.auction.session;

/**
 * Who sent a request: endpoints take it as an argument.
 *
 * @param session hash of the bearer token
 */
public record Caller(long accountId, TokenHash session) {}
