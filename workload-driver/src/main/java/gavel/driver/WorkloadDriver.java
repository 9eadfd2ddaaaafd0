package gavel.driver;

public final class WorkloadDriver {
    public static void main(String[] args) {}
}
