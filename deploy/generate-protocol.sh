#!/usr/bin/env bash
# Generates the Swift of Protocol/hearth/v1 into a folder: generate-protocol.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1

swift build --product protoc-gen-swift >&2
mkdir -p "$out"
rm -f "$out"/*.pb.swift
protoc --plugin=protoc-gen-swift="$(swift build --show-bin-path)/protoc-gen-swift" \
  --proto_path=Protocol --swift_opt=Visibility=Public --swift_opt=FileNaming=DropPath --swift_out="$out" \
  Protocol/hearth/v1/*.proto
# What the compiler does not check is said to be safe above it, here as everywhere; the generator's own words for it are left out.
sed -i -E -e 's|^( *)(.*: @unchecked Sendable \{)$|\1/// Safety: what a message refers to is copied before it is written while anybody else has it (copy on write).\n\1\2|' \
  -e '/^ *\/\/ (This property is used as the initial default value|The type itself is protecting the reference|This will force a copy to be made|hence, it is safe to mark this as)/d' \
  -e 's|^( *)(static nonisolated\(unsafe\) let defaultInstance)|\1// Safety: a constant of which every message makes a copy before it writes.\n\1\2|' "$out"/*.pb.swift
deploy/generate-kinds.py "$out/CommandKind.swift"
deploy/generate-choices.py "$out/ChoiceNames.swift"
