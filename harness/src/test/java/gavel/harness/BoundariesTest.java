package gavel.harness;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What this module may know, and how its packages hang together. */
class BoundariesTest {
    private static final int PACKAGE_ADVICE = 12;
    private static final int PACKAGE_LIMIT = 20;
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("gavel.harness");

    @Test
    void theHarnessKnowsTheDriversInterfaceAndNothingElseOfTheOtherModules() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("gavel.auction..")
                        .or(resideInAPackage("gavel.driver..").and(resideOutsideOfPackage("gavel.driver.api.."))))
                .check(CLASSES);
    }

    @Test
    void packagesOfAnyDepthHaveNoCycles() {
        slices().matching("gavel.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void tiersAreValuesThatTouchNoMachine() {
        noClasses()
                .that()
                .resideInAnyPackage("gavel.harness.tier..", "gavel.harness.topology..")
                .and()
                // The tool that does steps at a server of MongoDB is a process of its own.
                .haveNameNotMatching(".*\\.MongoAdministration.*|.*\\.MongoSession.*")
                .should()
                .dependOnClassesThat(resideInAPackage("java.nio.file..")
                        .or(resideInAPackage("gavel.harness.platform.."))
                        .or(resideInAPackage("gavel.harness.deployment.."))
                        .or(type(ProcessHandle.class))
                        .or(type(ProcessBuilder.class)))
                .check(CLASSES);
    }

    @Test
    void onlyThePlatformOfThisMachineReadsProc() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(file -> file.toString().endsWith(".java"))
                            .filter(BoundariesTest::readsProc)
                            .map(Path::toString)
                            .filter(file -> !file.contains("/platform/local/")))
                    .isEmpty();
        }
    }

    /** Whether it opens a file there; who refuses to replace one does not. */
    private static boolean readsProc(Path source) {
        try (Stream<String> lines = Files.lines(source)) {
            return lines.anyMatch(line -> line.contains("Path.of(\"/proc") || line.contains("\"/proc/"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsAboveAPlatformKnowsNoMachine() {
        noClasses()
                .that()
                .resideOutsideOfPackages("gavel.harness.platform..", "gavel.harness.deployment..")
                // The composition root, and what serves pages on this machine.
                .and()
                .haveNameNotMatching(".*\\.CommandContext|.*\\.Dashboard")
                .should()
                .dependOnClassesThat(resideInAPackage("gavel.harness.platform.local.."))
                .check(CLASSES);
    }

    @Test
    void judgingAndReportingAreIndependentOfTheRun() {
        classes()
                .that()
                .resideInAnyPackage(
                        "gavel.harness.verdict..",
                        "gavel.harness.result..",
                        "gavel.harness.report..",
                        "gavel.harness.peak..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("gavel.harness..")
                        .or(resideInAPackage("gavel.harness.action.."))
                        .or(resideInAPackage("gavel.harness.verdict.."))
                        .or(resideInAPackage("gavel.harness.result.."))
                        .or(resideInAPackage("gavel.harness.report.."))
                        .or(resideInAPackage("gavel.harness.peak.."))
                        .or(resideInAPackage("gavel.harness.scale.."))
                        .or(resideInAPackage("gavel.harness.failover.."))
                        .or(resideInAPackage("gavel.harness.elastic.."))
                        .or(resideInAPackage("gavel.harness.isolate.."))
                        .or(resideInAPackage("gavel.harness.compare.."))
                        .or(resideInAPackage("gavel.harness.collect..")))
                .check(CLASSES);
    }

    @Test
    void decisionsDoNotReadTheClock() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "gavel.harness.verdict..",
                        "gavel.harness.result..",
                        "gavel.harness.report..",
                        "gavel.harness.peak..",
                        "gavel.harness.scale..",
                        "gavel.harness.failover..",
                        "gavel.harness.elastic..",
                        "gavel.harness.isolate..",
                        "gavel.harness.quality..",
                        "gavel.harness.compare..",
                        "gavel.harness.kind..",
                        "gavel.harness.collect.bottleneck..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .check(CLASSES);
    }

    @Test
    void packagesStaySmall() {
        Map<String, Long> sizes = CLASSES.stream()
                .filter(found ->
                        found.isTopLevelClass() && !found.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        sizes.forEach((name, files) -> {
            if (files > PACKAGE_ADVICE) {
                System.out.println(
                        "advice: " + name + " has " + files + " files, about " + PACKAGE_ADVICE + " is enough");
            }
        });
        assertThat(sizes.values()).allMatch(files -> files <= PACKAGE_LIMIT);
    }
}
