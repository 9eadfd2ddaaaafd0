/** What a data set contains, as a pure function of its specification: nothing here touches a store. */
package gavel.auction.dataset.plan;
