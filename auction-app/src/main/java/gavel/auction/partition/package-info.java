/**
 * The live-auction engine of this node ({@link gavel.auction.partition.LiveEngine}): {@code lease} says which partitions it has, {@code
 * deciding} decides their bids by the rules of {@code gavel.auction.engine}, {@code amqp} and {@code relational} are its broker and database,
 * and {@code outbox} copies what was decided to the history. When a node dies, the broker delivers what it had not acknowledged to the next
 * owner: docs/engine.md has every such case.
 */
package gavel.auction.partition;
