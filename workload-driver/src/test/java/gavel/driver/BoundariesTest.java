package gavel.driver;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module may know, and how its packages hang together. */
class BoundariesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("gavel.driver");

    @Test
    void theDriverKnowsTheApplicationByItsHttpInterfaceOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("gavel.auction..", "gavel.harness..")
                .check(CLASSES);
    }

    @Test
    void itsInterfaceStandsOnItsOwn() {
        classes()
                .that()
                .resideInAPackage("gavel.driver.api..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "gavel.driver.api..",
                        "java..",
                        "javax.net.ssl..",
                        "com.sun.net.httpserver..",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation..")
                .check(CLASSES);
    }

    @Test
    void packagesOfAnyDepthHaveNoCycles() {
        slices().matching("gavel.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
