/**
 * What others know of the driver: a {@link gavel.driver.api.LoadGenerator} is told what to do by a {@link gavel.driver.api.LoadSpec} and
 * answers with a {@link gavel.driver.api.LoadReport}. It is in this process, behind an {@link gavel.driver.api.AgentClient}, or many as one
 * ({@code ensemble}).
 */
package gavel.driver.api;
