/** The items people keep an eye on. For people; no part of the workload. */
package gavel.auction.watch;
