/** Makes as many different photo-like JPEG files as a data set needs, at the cost of copying their bytes. */
package gavel.auction.dataset.photo;
