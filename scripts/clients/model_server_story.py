"""Memoir with a real small model behind it: arguments are Memoir's address and its token.

What so small a model answers is nonsense. Checked is what holds for any answer.
"""

import json
import sys
import time
import urllib.error
import urllib.request

address, token = sys.argv[1], sys.argv[2]


def call(method, path, body=None):
    request = urllib.request.Request(
        address + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + token,
            "Content-Type": "application/json",
            "Accept": "application/json",
            "User-Agent": "Story/1",
        },
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        text = answer.read().decode()
        return json.loads(text) if answer.headers["Content-Type"].startswith("application/json") else text


# Found on its usual port without any setting.
names = [m["id"] for m in call("GET", "/v1/models")["data"]]
model = next(name for name in names if name.startswith("llamacpp/"))

# The proxy: with memories, not streamed and streamed.
call("POST", "/api/memory", {"content": "The user plays the oboe."})
question = {"model": model, "max_tokens": 24, "messages": [{"role": "user", "content": "What do I play?"}]}
reply = call("POST", "/v1/chat/completions", question)
assert reply["choices"][0]["message"]["content"], reply
assert [h["content"] for h in reply["memory_hits"]] == ["The user plays the oboe."], reply["memory_hits"]
stream = call("POST", "/v1/chat/completions", question | {"stream": True, "use_memory": False})
assert stream.rstrip().endswith("data: [DONE]"), stream[-200:]

# A chat as the window has it.
chat = call("POST", "/api/chats", {"title": "Story", "max_tokens": 24, "model": model})
path = f"/api/chats/{chat['id']}/messages"
answer = call("POST", path, {"content": "My name is Ada."})
assert answer["status"] == "complete" and answer["content"], answer
assert len(call("GET", path)) == 2
print(f"model server: {len(names)} models, answers of {len(answer['content'])} characters")
