package gavel.harness.run;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.harness.action.ActionEvent;
import gavel.harness.collect.Collected;
import gavel.harness.collect.StartedProcess;
import gavel.harness.result.RunCourse;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence.Incident;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a run has found so far. Filled by the thread of the run, and complete enough for a result at any moment. */
public final class Journal {
    private final RunCourse course = new RunCourse();
    private final List<Incident> incidents = new ArrayList<>();
    private LoadReport load;
    private Audit auditBefore;
    private Audit auditAfter;
    private Collected collected = Collected.NOTHING;
    private List<ActionEvent> actions = List.of();
    private Map<String, String> versions = Map.of();
    private List<StartedProcess> started = List.of();
    private Disclosures.Hosts hosts = Disclosures.Hosts.UNKNOWN;

    void interval(IntervalReport interval) {
        course.add(interval);
    }

    void load(LoadReport report) {
        load = report;
    }

    void auditBefore(Audit audit) {
        auditBefore = audit;
    }

    void auditAfter(Audit audit) {
        auditAfter = audit;
    }

    /** Of a run of hours in a size that can be read again. */
    void collected(Collected seen) {
        collected = seen.bounded();
    }

    /** One that was not done is an incident: what was measured is not what was configured. */
    void actions(List<ActionEvent> events) {
        actions = List.copyOf(events);
        events.stream()
                .filter(event -> !event.done())
                .forEach(event -> incident(
                        Incident.Kind.ACTION_FAILED, "actions", event.action() + " was not done: " + event.problem()));
    }

    /** What runs now. */
    void deployed(Deployer deployer) {
        versions = Map.copyOf(deployer.versions());
        started = List.copyOf(deployer.started());
        hosts = deployer.hosts();
    }

    void incident(Incident.Kind kind, String subject, String message) {
        incidents.add(new Incident(kind, subject, message));
    }

    /** One a second, or one for several seconds of a run of hours. */
    public List<IntervalReport> intervals() {
        return course.points();
    }

    public List<Incident> incidents() {
        return List.copyOf(incidents);
    }

    public LoadReport load() {
        return load;
    }

    public Audit auditBefore() {
        return auditBefore;
    }

    public Audit auditAfter() {
        return auditAfter;
    }

    public Collected collected() {
        return collected;
    }

    public List<ActionEvent> actions() {
        return actions;
    }

    public Map<String, String> versions() {
        return versions;
    }

    /** What is known of the machines. */
    public Disclosures.Hosts hosts() {
        return hosts;
    }

    /** What each process was started with. */
    public List<StartedProcess> started() {
        return started;
    }
}
