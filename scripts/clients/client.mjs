// The official OpenAI client for JavaScript against Memoir: arguments are the base URL and the key.
import assert from 'node:assert'
import OpenAI from 'openai'

const [baseURL, apiKey] = process.argv.slice(2)
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0, defaultHeaders: { 'x-openwebui-user-id': 'ada' } })

const ids = []
for await (const model of client.models.list()) ids.push(model.id)
assert(ids.includes('up/small'), ids)

const messages = [{ role: 'user', content: 'What may I eat?' }]
const reply = await client.chat.completions.create({ model: 'small', messages, memory_id: 'js' })
assert.equal(reply.choices[0].message.content, 'Nothing with peanuts.')
assert.equal(reply.memory_hits[0].role, 'memory')

let text = ''
for await (const chunk of await client.chat.completions.create({ model: 'small', messages, stream: true })) {
  text += chunk.choices[0]?.delta?.content ?? ''
}
assert.equal(text, 'Nothing with peanuts.')

const vectors = await client.embeddings.create({ model: 'memoir-embed', input: 'a cat' })
assert.equal(vectors.data[0].embedding.length, 384)
console.log('openai for JavaScript')
