package gavel.auction;

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
            .importPackages("gavel.auction");

    @Test
    void theApplicationKnowsNothingOfTheBenchmarkAroundIt() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("gavel.driver..", "gavel.harness..")
                .check(CLASSES);
    }

    @Test
    void packagesOfAnyDepthHaveNoCycles() {
        slices().matching("gavel.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void theEngineIsPure() {
        noClasses()
                .that()
                .resideInAPackage("gavel.auction.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "java.sql..", "com.rabbitmq..", "com.mongodb..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }
}
