# Read by the scripts beside it: runs one integration test of the driver and shows the lines that matter.

# $1 name of the test, $2 extended regular expression of the lines to show, $3 flags of its JVM
driver_test() {
    cd "$(dirname "$0")/.." || exit 3
    output=$(mktemp) || exit 3
    trap 'rm -f "$output"' EXIT
    mvn -q -Dquick -pl workload-driver verify -Dtest=NONE -Dit.test="$1" \
        ${3:+"-Dgavel.test.flags=$3"} -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false >"$output" 2>&1
    code=$?
    grep -E "^($2)" "$output"
    if [ $code -eq 0 ]; then
        echo "as it should be"
    else
        grep -v -E "^($2)" "$output" >&2
    fi
    exit $code
}
