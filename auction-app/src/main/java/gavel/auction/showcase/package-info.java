/**
 * What the pages show people beside the published operations: lots with their pictures, auctions and outcomes. The workload driver asks for
 * none of it, so none of it may lie on the way of a bid.
 */
package gavel.auction.showcase;
