/** Writes a planned data set to the stores, as fast as they take it. */
package gavel.auction.dataset.load;
