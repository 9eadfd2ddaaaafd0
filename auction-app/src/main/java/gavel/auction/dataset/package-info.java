/** The commands that load, reset and verify a data set. */
package gavel.auction.dataset;
