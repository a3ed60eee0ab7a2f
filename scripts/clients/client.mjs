// The official OpenAI client for JavaScript against Memoir: arguments are the base URL and the key. It runs after the
// one for Python, which taught Memoir what ada is allergic to. Models, memories, the fields that Memoir adds to a
// reply, another user, nobody, streams, tools, JSON mode, embeddings, and errors.
import assert from 'node:assert'
import OpenAI from 'openai'

const [baseURL, apiKey] = process.argv.slice(2)
const clientOf = (user) =>
  new OpenAI({ baseURL, apiKey, maxRetries: 0, defaultHeaders: user ? { 'x-openwebui-user-id': user } : {} })
const ada = clientOf('ada')
const messages = [{ role: 'user', content: 'What may I eat?' }]
const request = { model: 'small', messages }
const tools = [{ type: 'function', function: { name: 'order', parameters: { type: 'object', properties: {} } } }]
const dish = { dish: 'soup without peanuts' }
const peanuts = 'Nothing with peanuts.'

const ids = []
for await (const model of ada.models.list()) ids.push(model.id)
assert(ids.includes('up/small') && ids.includes('small') && ids.includes('memoir-embed'), ids.join())

// A memory in a conversation of this client's own, with the fields of the reply.
const reply = await ada.chat.completions.create({ ...request, memory_id: 'js', use_memory: true })
assert.equal(reply.choices[0].message.content, peanuts)
assert.deepEqual(reply.memory_hits.map((h) => [h.role, h.content]), [['memory', 'The user is allergic to peanuts.']])
assert.equal(reply.memories.length, 1)
assert.equal(reply.need_memory, true)
assert.equal(reply.memory_context.query_embedding_dim, 384)
assert.deepEqual(reply.memory_context.recent_messages, [])

// Another user, and nobody.
assert.equal((await clientOf('bo').chat.completions.create(request)).choices[0].message.content, 'Whatever you like.')
const { data, response } = await clientOf('').chat.completions.create(request).withResponse()
assert.equal(response.headers.get('x-memoir-memory'), 'off')
assert.equal(data.choices[0].message.content, 'Whatever you like.')

// Streams, also through the client's helper, which joins them to a message.
let text = ''
for await (const chunk of await ada.chat.completions.create({ ...request, stream: true })) {
  text += chunk.choices[0]?.delta?.content ?? ''
}
assert.equal(text, peanuts)
assert.equal(await ada.chat.completions.stream(request).finalContent(), peanuts)

// Tools and JSON mode, at once and streamed.
const call = (await ada.chat.completions.create({ ...request, tools })).choices[0].message.tool_calls[0].function
const streamed = (await ada.chat.completions.stream({ ...request, tools }).finalMessage()).tool_calls[0].function
for (const f of [call, streamed]) {
  assert.equal(f.name, 'order')
  assert.deepEqual(JSON.parse(f.arguments), dish)
}
const asJSON = { ...request, response_format: { type: 'json_object' } }
assert.deepEqual(JSON.parse((await ada.chat.completions.create(asJSON)).choices[0].message.content), dish)
assert.deepEqual(JSON.parse(await ada.chat.completions.stream(asJSON).finalContent()), dish)

// Embeddings and errors.
const vectors = await ada.embeddings.create({ model: 'memoir-embed', input: 'a cat' })
assert.equal(vectors.data[0].embedding.length, 384)
await assert.rejects(ada.embeddings.create({ model: 'memoir-embed', input: 'x', dimensions: 8 }), (e) => {
  assert.equal(e.status, 422)
  return e instanceof OpenAI.APIError
})
console.log('openai for JavaScript')
