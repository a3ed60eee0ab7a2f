"""The official OpenAI client for Python against Memoir: arguments are the base URL and the key."""

import json
import sys
import time
import urllib.request

import openai

base, key = sys.argv[1], sys.argv[2]


def client(user):
    return openai.OpenAI(base_url=base, api_key=key, max_retries=0, default_headers={"x-openwebui-user-id": user} if user else {})


def ask(c, text, conversation, **more):
    return c.chat.completions.create(
        model="small", messages=[{"role": "user", "content": text}], extra_body={"memory_id": conversation, **more}
    )


ada, bo, nobody = client("ada"), client("bo"), client("")

ids = [m.id for m in ada.models.list()]
assert "up/small" in ids and "small" in ids and "memoir-embed" in ids, ids

ask(ada, "I am allergic to peanuts.", "first")
for _ in range(150):  # learning waits until the model server has been idle
    request = urllib.request.Request(
        base.removesuffix("/v1") + "/api/memory", headers={"Authorization": "Bearer " + key, "x-openwebui-user-id": "ada"}
    )
    if json.load(urllib.request.urlopen(request)):
        break
    time.sleep(0.2)
reply = ask(ada, "What may I eat?", "second", use_memory=True)
assert reply.choices[0].message.content == "Nothing with peanuts.", reply
assert reply.model_extra["memory_hits"][0]["content"] == "The user is allergic to peanuts.", reply
assert len(reply.model_extra["memories"]) == 1 and reply.model_extra["need_memory"] is True
assert reply.model_extra["memory_context"]["query_embedding_dim"] == 384

assert ask(bo, "What may I eat?", "second").choices[0].message.content == "Whatever you like."
raw = nobody.chat.completions.with_raw_response.create(
    model="small", messages=[{"role": "user", "content": "What may I eat?"}]
)
assert raw.headers["x-memoir-memory"] == "off", raw.headers
assert raw.parse().choices[0].message.content == "Whatever you like."

stream = ada.chat.completions.create(
    model="up/small", messages=[{"role": "user", "content": "And for lunch?"}], stream=True,
    stream_options={"include_usage": True}, tools=[{"type": "function", "function": {"name": "f", "parameters": {}}}],
    response_format={"type": "json_object"},
)
text, usage = "", None
for chunk in stream:
    text += "".join(choice.delta.content or "" for choice in chunk.choices)
    usage = chunk.usage or usage
assert text == "Nothing with peanuts." and usage.prompt_tokens > 0, (text, usage)

vectors = ada.embeddings.create(model="memoir-embed", input=["a cat", "a train"]).data  # asks for base64
assert len(vectors) == 2 and len(vectors[0].embedding) == 384
for wrong in ({"model": "none", "input": "x"}, {"model": "memoir-embed", "input": "x", "dimensions": 8}):
    try:
        ada.embeddings.create(**wrong)
        raise AssertionError(f"{wrong} was answered")
    except openai.APIStatusError as e:
        assert e.status_code in (404, 422) and e.body["hint"], e.body
print("openai for Python", openai.__version__)
