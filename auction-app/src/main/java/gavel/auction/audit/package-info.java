/**
 * Proves that no bid was lost, invented or decided twice, and that the money adds up. It asks the stores alone, but for one thing: the bids
 * that drivers saw answered come in a file, and each must be among the decisions ({@link gavel.auction.audit.AnsweredBids}).
 */
package gavel.auction.audit;
