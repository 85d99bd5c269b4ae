#!/usr/bin/env bash
# Passes every test that is built, in two processes beside one another: the tests that talk to servers and programs wait much, and the others only compute.
# What failed is said again at the end.
set -uo pipefail
cd "$(dirname "$0")/.."
bundle=.build/debug/hearthPackageTests.xctest
talking='^(HearthServerTests|SystemTests|DoorTests|CatalogueTests|TransportTests|HearthClientTests|HearthLoadTests)\.'
rm -f .build/tests*.xml

"$bundle" --testing-library swift-testing --xunit-output .build/tests-computing.xml --skip "$talking" &
computing=$!
"$bundle" --testing-library swift-testing --xunit-output .build/tests-talking.xml --filter "$talking"
talked=$?
wait "$computing"
computed=$?
((talked == 0 && computed == 0)) && exit 0
echo "==> What failed:" >&2
for part in talking computing; do python3 Tests/failures.py ".build/tests-$part.xml" >&2; done
exit 1
