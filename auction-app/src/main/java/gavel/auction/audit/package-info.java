/** Proves from the stores alone that no bid was lost, invented or decided twice, and that the money adds up. */
package gavel.auction.audit;
