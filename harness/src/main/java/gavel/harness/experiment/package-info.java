/** What all experiments of several measurements have in common: journals, repeats, predictions. They are carried out by {@code run.experiment}. */
package gavel.harness.experiment;
