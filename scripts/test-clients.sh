#!/usr/bin/env bash
# Clients of the OpenAI protocol against a real Memoir, with a scripted model server behind it: the official ones for
# Python and for JavaScript, llm, and aider. Then a real model server, llama.cpp's, with a small model, behind the API and
# in a window. All are installed into build/clients from their registries; they are parts of this test and none of the
# program.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD/scripts/clients
build=$PWD/build/clients
mkdir -p "$build/js"
[ -x "$build/python/bin/llm" ] || {
	python3 -m venv "$build/python"
	"$build/python/bin/pip" install -q 'openai==3.54.0' 'llm==0.36'
}
# aider needs a Python from 3.10 to 3.12; elsewhere it is left out, and the last line counts one less.
for python in python3 python3.12 python3.11 python3.10; do
	if "$python" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info < (3, 13))' 2>/dev/null; then
		[ -x "$build/aider/bin/python" ] || {
			rm -rf "$build/aider.new"
			"$python" -m venv "$build/aider.new"
			"$build/aider.new/bin/pip" install -q 'aider-chat==0.86.2'
			mv "$build/aider.new" "$build/aider"
		}
		break
	fi
done
[ -d "$build/js/node_modules/openai" ] || npm install --prefix "$build/js" --silent --no-audit --no-fund openai@6.49.0
CGO_ENABLED=0 go build -tags headless -o "$build/memoir" .
go build -o "$build/llmtest" ./llm/llmtest/cmd/llmtest

work=$(mktemp -d)
pids=()
finish() {
	[ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
	wait
	rm -rf "$work"
}
trap finish EXIT

# wait_for_line FILE PATTERN prints the address that a server has printed.
wait_for_line() {
	for _ in $(seq 150); do
		if grep -o 'http://[0-9.:]*' "$1"; then return; fi
		sleep 0.2
	done
	echo "no address in $1" >&2
	cat "$1" >&2
	return 1
}

"$build/llmtest" -script "$here/rules.yaml" >"$work/llmtest.out" 2>&1 &
pids+=($!)
upstream=$(wait_for_line "$work/llmtest.out")
mkdir "$work/data"
printf 'providers:\n  - name: up\n    base_url: %s/v1\n' "$upstream" >"$work/data/models.yaml"
"$build/memoir" serve --data-dir "$work/data" --addr 127.0.0.1:0 --token-file "$work/token" --require-user \
	>"$work/memoir.out" 2>"$work/memoir.err" &
pids+=($!)
address=$(wait_for_line "$work/memoir.out")
key=$(cat "$work/token")

"$build/python/bin/python" "$here/client.py" "$address/v1" "$key"
cp "$here/client.mjs" "$build/js/"
node "$build/js/client.mjs" "$address/v1" "$key"

export LLM_USER_PATH=$work/llm
mkdir "$LLM_USER_PATH"
cat >"$LLM_USER_PATH/extra-openai-models.yaml" <<YAML
- model_id: memoir
  model_name: small
  api_base: "$address/v1"
  api_key_name: memoir
  headers: {x-openwebui-user-id: ada}
  supports_schema: true
YAML
"$build/python/bin/llm" keys set memoir --value "$key"
for streaming in '' --no-stream; do
	# shellcheck disable=SC2086 # an empty option is none
	answer=$("$build/python/bin/llm" -m memoir $streaming 'What may I eat?')
	[ "$answer" = 'Nothing with peanuts.' ] || { echo "llm: $answer"; exit 1; }
done
answer=$("$build/python/bin/llm" -m memoir --schema 'dish str' 'What may I eat?')
[ "$answer" = '{"dish": "soup without peanuts"}' ] || { echo "llm: $answer"; exit 1; }
echo "llm"
passed=3

# aider writes files as the model tells it to. What it writes shows that the memory was in its request.
if [ -x "$build/aider/bin/python" ]; then
	mkdir "$work/aider"
	cat >"$work/aider/settings.yml" <<YAML
- name: openai/small
  edit_format: whole
  use_repo_map: false
  extra_params: {extra_headers: {x-openwebui-user-id: ada, X-Title: aider}}
YAML
	for streaming in --stream --no-stream; do
		rm -f "$work/aider/menu.txt"
		(cd "$work/aider" && HOME=$work/aider LITELLM_LOCAL_MODEL_COST_MAP=True OPENAI_API_BASE=$address/v1 \
			OPENAI_API_KEY=$key "$build/aider/bin/python" -m aider --model openai/small --weak-model openai/small \
			--model-settings-file settings.yml --no-show-model-warnings --no-git --yes-always --no-check-update \
			--no-show-release-notes --no-analytics --no-detect-urls --no-pretty --no-auto-lint "$streaming" \
			--message 'Write into menu.txt what I may eat.' menu.txt </dev/null >aider.log 2>&1) || {
			cat "$work/aider/aider.log"
			exit 1
		}
		[ "$(cat "$work/aider/menu.txt")" = 'Soup without peanuts' ] || { cat "$work/aider/aider.log"; exit 1; }
	done
	echo "aider"
	passed=$((passed + 1))
fi

# A real model server with a small real model, on the port where Memoir looks for it without any setting. The packages
# exist for x86-64 Linux; elsewhere this part is left out, and the last line counts one less.
if [ "$(uname -sm)" = 'Linux x86_64' ]; then
	[ -x "$build/model-server/bin/python" ] || {
		python3 -m venv "$build/model-server.new"
		"$build/model-server.new/bin/pip" install -q --no-deps --require-hashes -r "$here/model-server.txt"
		mv "$build/model-server.new" "$build/model-server"
	}
	# Where another program has that port, Memoir is told of a free one.
	port=8080
	if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
		port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
		export MEMOIR_LOCAL_SERVERS=llamacpp=http://127.0.0.1:$port
		echo "port 8080 is taken: the model server listens on $port, and Memoir is told so"
	fi
	"$build/model-server/bin/python" "$here/model_server.py" "$port" >"$work/model-server.out" 2>&1 &
	pids+=($!)
	for _ in $(seq 150); do
		if curl -sf -m 2 "http://127.0.0.1:$port/health" >/dev/null; then break; fi
		sleep 0.2
	done
	# Every exchange is summed up, and every summary distilled, at once.
	MEMOIR_SUMMARY_TRIGGER=2 MEMOIR_SUMMARY_KEEP=0 MEMOIR_BASE_TRIGGER=1 MEMOIR_BASE_KEEP=0 MEMOIR_LEARN_LOCAL_IDLE=0 \
		"$build/memoir" serve --data-dir "$work/real" --addr 127.0.0.1:0 --token-file "$work/real-token" \
		>"$work/real.out" 2>"$work/real.err" &
	pids+=($!)
	address=$(wait_for_line "$work/real.out")
	python3 "$here/model_server_story.py" "$address" "$(cat "$work/real-token")" || {
		tail -n 20 "$work/real.err" "$work/model-server.out" >&2
		exit 1
	}
	passed=$((passed + 1))

	# The same in a real window, on a virtual display; nothing else asks the server meanwhile.
	kill "${pids[-1]}"
	wait "${pids[-1]}" || true
	unset 'pids[-1]'
	echo "the window with the model server"
	CGO_ENABLED=1 go build -tags x11,no_metadata,no_animations,checked -ldflags '-s -w' -o "$build/memoir-window" .
	CGO_ENABLED=1 go test -c -vet=off -tags e2e,x11,migrated_fynedo,no_animations,checked,modelserver -o "$build/e2e" ./e2e
	mkdir "$work/frames"
	(cd e2e && FRAMES=$work/frames MEMOIR_E2E_SERVER_LOG=$work/model-server.out MEMOIR_BIN=$build/memoir-window \
		../tools/with-display.sh 1440x900 "$build/e2e" -test.timeout 20m -test.run 'TestAChatWithARealModelServer$') || {
		tail -n 20 "$work/model-server.out" >&2
		exit 1
	}
	passed=$((passed + 1))
fi
echo "$passed passed, 0 failed"
