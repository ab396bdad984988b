#!/bin/sh
# Builds the PgBouncer of Debian 13 from its source package, for machines whose own is older than 1.21: build-pgbouncer.sh <file>
# Needs gcc, make, pkg-config, libevent-dev and libssl-dev.
set -eu
target=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mirror=$(sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$folder/sources.list"
mkdir -p "$folder/lists/partial" "$folder/source"
apt() { apt-get -q -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$folder/lists" -o APT::Sandbox::User=root "$@"; }
apt update
cd "$folder"
apt source --download-only pgbouncer
tar xzf pgbouncer_*.orig.tar.gz -C source --strip-components=1
cd source
./configure --without-cares --without-systemd
make -j2 pgbouncer
mkdir -p "$(dirname "$target")"
cp pgbouncer "$target"
