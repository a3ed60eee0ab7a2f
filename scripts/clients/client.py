"""The official OpenAI client for Python against Memoir: arguments are the base URL and the key.

Models, learning, memories in a second conversation, the fields that Memoir adds to a reply, another user, nobody,
streams, tools, JSON mode, embeddings, and errors.
"""

import json
import sys
import time
import urllib.request

import openai

base, key = sys.argv[1], sys.argv[2]
EAT = [{"role": "user", "content": "What may I eat?"}]
ORDER = {
    "type": "function",
    "function": {"name": "order", "parameters": {"type": "object", "properties": {"dish": {"type": "string"}}}},
}
DISH = {"dish": "soup without peanuts"}


def client(user):
    return openai.OpenAI(base_url=base, api_key=key, max_retries=0, default_headers={"x-openwebui-user-id": user} if user else {})


def ask(c, text, conversation, **more):
    return c.chat.completions.create(
        model="small", messages=[{"role": "user", "content": text}], extra_body={"memory_id": conversation, **more}
    )


def memories_of(user):
    request = urllib.request.Request(
        base.removesuffix("/v1") + "/api/memory", headers={"Authorization": "Bearer " + key, "x-openwebui-user-id": user}
    )
    return [m["content"] for m in json.load(urllib.request.urlopen(request))]


def collect(stream):
    """Returns text, name and arguments of a tool, and usage of a stream."""
    text, name, arguments, usage = "", "", "", None
    for chunk in stream:
        usage = chunk.usage or usage
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for call in choice.delta.tool_calls or []:
                name += call.function.name or ""
                arguments += call.function.arguments or ""
    return text, name, arguments, usage


ada, bo, nobody = client("ada"), client("bo"), client("")

# The models, by both names, and the embedder.
ids = [m.id for m in ada.models.list()]
assert "up/small" in ids and "small" in ids and "memoir-embed" in ids, ids

# What one conversation teaches helps in a second, but not another user, and not somebody who does not say who it is.
ask(ada, "I am allergic to peanuts.", "first")
for _ in range(300):  # learning waits until the model server has been idle
    if memories_of("ada"):
        break
    time.sleep(0.2)
assert memories_of("ada") == ["The user is allergic to peanuts."], memories_of("ada")
reply = ask(ada, "What may I eat?", "second", use_memory=True)
assert reply.choices[0].message.content == "Nothing with peanuts.", reply
assert ask(bo, "What may I eat?", "second").choices[0].message.content == "Whatever you like."
for stream in (False, True):
    raw = nobody.chat.completions.with_raw_response.create(model="small", messages=EAT, stream=stream)
    assert raw.headers["x-memoir-memory"] == "off", raw.headers
    answer = collect(raw.parse())[0] if stream else raw.parse().choices[0].message.content
    assert answer == "Whatever you like.", answer

# The fields of the reply: the hits, the memories, and the bundle, here of the second turn of a conversation.
reply = ask(ada, "And for lunch?", "second", use_memory=True).model_extra
assert [(h["role"], h["content"]) for h in reply["memory_hits"]] == [("memory", "The user is allergic to peanuts.")], reply
assert len(reply["memories"]) == 1 and reply["need_memory"] is True and reply["memory_reason"], reply
bundle = reply["memory_context"]
assert [(m["role"], m["content"]) for m in bundle["recent_messages"]] == [
    ("user", "What may I eat?"), ("assistant", "Nothing with peanuts.")
], bundle
assert bundle["query_embedding_dim"] == 384 and bundle["summaries"] == [], bundle
assert isinstance(bundle["context"], list) and isinstance(bundle["memories"], list), bundle

# A stream, with the usage at its end.
text, _, _, usage = collect(
    ada.chat.completions.create(model="up/small", messages=EAT, stream=True, stream_options={"include_usage": True})
)
assert text == "Nothing with peanuts." and usage.prompt_tokens > 0, (text, usage)

# Tools and JSON mode, at once and streamed. The result of a tool goes the same way.
call = ada.chat.completions.create(model="small", messages=EAT, tools=[ORDER]).choices[0]
assert call.finish_reason == "tool_calls" and call.message.tool_calls[0].function.name == "order", call
assert json.loads(call.message.tool_calls[0].function.arguments) == DISH, call
_, name, arguments, _ = collect(ada.chat.completions.create(model="small", messages=EAT, tools=[ORDER], stream=True))
assert name == "order" and json.loads(arguments) == DISH, (name, arguments)
result = {"role": "tool", "tool_call_id": call.message.tool_calls[0].id, "content": "ordered"}
done = ada.chat.completions.create(model="small", messages=[*EAT, call.message, result])
assert done.choices[0].message.content == "Nothing with peanuts.", done
as_json = {"model": "small", "messages": EAT, "response_format": {"type": "json_object"}}
assert json.loads(ada.chat.completions.create(**as_json).choices[0].message.content) == DISH
assert json.loads(collect(ada.chat.completions.create(**as_json, stream=True))[0]) == DISH

# Embeddings, which the client asks for in base64 unless told otherwise, and errors as its exceptions.
vectors = ada.embeddings.create(model="memoir-embed", input=["a cat", "a train"]).data
assert len(vectors) == 2 and len(vectors[0].embedding) == 384
floats = ada.embeddings.create(model="memoir-embed", input="a cat", encoding_format="float").data[0].embedding
assert max(abs(a - b) for a, b in zip(floats, vectors[0].embedding)) < 1e-6
for wrong in ({"model": "none", "input": "x"}, {"model": "memoir-embed", "input": "x", "dimensions": 8}):
    try:
        ada.embeddings.create(**wrong)
        raise AssertionError(f"{wrong} was answered")
    except openai.APIStatusError as e:
        assert e.status_code in (404, 422) and e.body["hint"], e.body
try:
    openai.OpenAI(base_url=base, api_key="wrong", max_retries=0).models.list()
    raise AssertionError("a wrong token was taken")
except openai.AuthenticationError as e:
    assert e.body["code"] == "unauthorized" and e.body["hint"], e.body
assert memories_of("bo") == [], memories_of("bo")
print("openai for Python", openai.__version__)
