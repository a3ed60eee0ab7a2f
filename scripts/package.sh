#!/usr/bin/env bash
# Packs the built program for people who do not build: scripts/package.sh VERSION
# The archive unpacks to one folder with the binary, the desktop entry's template, icons, licences and install.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:?version}
name=memoir-$version-$(go env GOOS)-$(go env GOARCH)
rm -rf "dist/$name"
mkdir -p "dist/$name"/{scripts,packaging,assets/icons,licences}
cp memoir README.md CHANGELOG.md LICENSE THIRD_PARTY_LICENSES.md "dist/$name/"
cp scripts/install.sh "dist/$name/scripts/"
cp packaging/memoir.desktop.in "dist/$name/packaging/"
cp assets/icons/memoir.svg assets/icons/memoir.png "dist/$name/assets/icons/"
cp assets/model/LICENSE "dist/$name/licences/bge-small-en-v1.5.txt"
cp assets/fonts/*OFL.txt "dist/$name/licences/"
scripts/licences.sh --texts "dist/$name/licences"
# Same content, same bytes: fixed order, owner and time (that of the commit).
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct 2>/dev/null || echo 0)" \
	-C dist -cf - "$name" | gzip -n -9 >"dist/$name.tar.gz"
rm -rf "dist/$name"
(cd dist && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
