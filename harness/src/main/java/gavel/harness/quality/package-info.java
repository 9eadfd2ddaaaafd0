/** When people were served well, for faults and elastic passes. Rules of a verdict are in {@code gavel.driver.qos}. */
package gavel.harness.quality;
