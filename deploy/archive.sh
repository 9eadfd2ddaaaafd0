#!/usr/bin/env bash
# Makes gavel-VERSION-linux-ARCH.tar.gz: Gavel with a Java runtime of its own, for machines without Maven and without a JDK. Unpack it anywhere and
# start gavel-VERSION/gavel. Needs what a build needs, and jlink of the JDK it builds with. About two minutes.
#   deploy/archive.sh [DIRECTORY]    writes the archive there (default: the working directory), and prints its path
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
target="$(cd "${1:-.}" && pwd)"
# What the platform's modules need beside java.se: agents of tools, name look-ups, elliptic curves, zip files, the dashboard's server.
modules=java.se,jdk.unsupported,jdk.crypto.ec,jdk.naming.dns,jdk.zipfs,jdk.management,jdk.management.agent,jdk.jcmd,jdk.attach,jdk.localedata,jdk.net,jdk.httpserver,jdk.jfr,jdk.charsets,jdk.security.auth

"$project/gavel" configs > /dev/null # builds where sources are newer
build="$(readlink -f "$project/.build/last")"
java="$("$project/gavel" --print-java)"
version="$(GAVEL_BUILD=last "$project/gavel" --version | sed 's/^gavel //')"
name="gavel-${version%%+*}"
work="$(mktemp -d "$target/.archive-XXXXXX")"
trap 'rm -rf "$work"' EXIT
home="$work/$name"

mkdir -p "$home/.build/last" "$home/docs" "$home/share/man/man1" "$home"/share/{bash-completion/completions,zsh,fish/vendor_completions.d}
cp -p "$project"/{gavel,LICENSE,README.md,CONTRIBUTING.md} "$home"
cp -pr "$project/deploy" "$home/deploy"
cp -p "$project"/docs/*.md "$project"/docs/*.schema.json "$home/docs"
cp -pr "$project"/docs/{how-to,reference,images,evidence} "$home/docs"
profiles=workload-driver/src/main/resources/gavel/driver/profile
mkdir -p "$home/$profiles"
cp -p "$project/$profiles"/*.yaml "$home/$profiles" # whoever writes one begins with a copy (docs/how-to/write-a-profile.md)
for module in auction-app workload-driver harness; do
  mkdir -p "$home/.build/last/$module/target"
  cp -r "$build/$module/target/$module.jar" "$build/$module/target/lib" "$home/.build/last/$module/target"
done
# A library that several modules have is there once.
declare -A known
while read -r sum file; do
  if [[ -n "${known[$sum]:-}" ]]; then ln -f "${known[$sum]}" "$file"; else known[$sum]="$file"; fi
done < <(find "$home/.build" -name '*.jar' -exec sha256sum {} + | sort)

"${java%/java}/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --generate-cds-archive --output "$home/runtime"
touch "$home/.build/last/built"
run() { "$home/runtime/bin/java" -Dgavel.home="$home" -jar "$home/.build/last/harness/target/harness.jar" "$@"; }
run man > "$home/share/man/man1/gavel.1"
run completion bash > "$home/share/bash-completion/completions/gavel"
run completion zsh > "$home/share/zsh/gavel.zsh" # to be sourced after compinit
run completion fish > "$home/share/fish/vendor_completions.d/gavel.fish"
# The first run of everybody would have to make the application's start cache else: that takes 20 to 50 s. It fits the runtime and the jar that are
# packed with it. The same deployment unpacks the programs of the embedded database, which takes 2.5 s. With a start cache of the harness, too,
# a command takes 1.1 s instead of 2.0.
own() (
  cd "$work" && env -i PATH="$PATH" HOME="$work" "$home/gavel" "$@"
)
own --start-cache
if own up --deployment archive > "$work/up" 2>&1; then
  own down --deployment archive > /dev/null
else
  tail -3 "$work/up" >&2
  echo "archive: it has no start cache, as nothing could be deployed here" >&2
fi
rm -rf "$home/.gavel" "$home/results"
# Root keeps the rights in it when unpacking: everybody can use it then, whatever the umask here was.
tar --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --mode='go=u,go-w' -czf "$work/archive" "$name"
archive="$target/$name-linux-$(uname -m).tar.gz"
mv "$work/archive" "$archive"
echo "$archive"
