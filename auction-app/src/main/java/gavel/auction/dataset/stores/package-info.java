/** Where a data set is kept, what is recorded about it, and how far an unfinished load came. */
package gavel.auction.dataset.stores;
