import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findLocalServers, localPorts } from '../../../src/cli/engines/find-local.ts'
import { LLAMA, portOf, STUDIO, STUDIO_NEWER, serveJson, serveOllama, tag } from '../../support/engines/local.ts'
import { type Reply, type Server, serve } from '../../support/engines/server.ts'

/** A port on which nobody listens. */
const NOBODY = { ollama: 1, 'llama.cpp': 1, lmstudio: 1 }

const foundAt = async (ports: Readonly<Record<string, number>>) => {
  const found = await findLocalServers({ ...NOBODY, ...ports })
  return found.map(({ server, base_url, models, model }) => ({
    ...{ name: server.name, base_url, model },
    models: models.map(({ name }) => name),
  }))
}

const at = (server: Server, name: string) => ({ [name]: portOf(server) })
const base = (server: Server) => `${server.origin}/v1`

describe('a server of models on this machine', () => {
  it('is found with its address and the models that translate here: neither those for search nor those of a data centre', async () => {
    const server = await serveOllama([
      tag('nomic-embed-text:latest', { family: 'nomic-bert', size: '137M' }),
      tag('mxbai-embed-large', { family: 'bert' }),
      tag('gpt-oss:120b-cloud', { size: '116.8B' }),
      tag('kimi:1t', { remote_host: 'https://ollama.com' }),
      tag('qwen2.5-coder:7b'),
      tag('gemma3:270m', { size: '268M' }),
      tag('gemma3:4b'),
      tag('qwen3:8b'),
    ])
    const models = ['qwen2.5-coder:7b', 'gemma3:270m', 'gemma3:4b', 'qwen3:8b']
    const expected = { name: 'ollama', base_url: base(server), model: 'gemma3:4b', models }
    expect(await foundAt(at(server, 'ollama'))).toEqual([expected])
  })

  it('is found as llama.cpp, also before it has a model', async () => {
    const server = await serveJson({ '/v1/models': { object: 'list', data: [LLAMA] } })
    const expected = { name: 'llama.cpp', base_url: base(server), model: LLAMA.id, models: [LLAMA.id] }
    expect(await foundAt(at(server, 'llama.cpp'))).toEqual([expected])
    const empty = await serveJson({ '/v1/models': { object: 'list', data: [] } }, { server: 'llama.cpp' })
    expect(await foundAt(at(empty, 'llama.cpp'))).toMatchObject([{ model: undefined, models: [] }])
  })

  it.each([
    ['older', { '/api/v0/models': { object: 'list', data: STUDIO } }],
    ['newer', { '/api/v0/models': { error: 'Unexpected endpoint' }, '/api/v1/models': { models: STUDIO_NEWER } }],
  ])('is found as LM Studio by its %s API, and what it has loaded is proposed', async (_, answers) => {
    const server = await serveJson(answers)
    const models = ['qwen3-8b', 'gemma-3-12b']
    const expected = { name: 'lmstudio', base_url: base(server), model: 'gemma-3-12b', models }
    expect(await foundAt(at(server, 'lmstudio'))).toEqual([expected])
  })

  it('is sent requests to read alone: nothing of ours but a path goes there', async () => {
    const server = await serveOllama()
    await foundAt(at(server, 'ollama'))
    expect(server.calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual(
      expect.arrayContaining([
        { method: 'GET', path: '/api/tags', body: '' },
        { method: 'GET', path: '/api/version', body: '' },
      ]),
    )
    expect(server.calls).toHaveLength(2)
    const names = new Set(server.calls.flatMap(({ headers }) => Object.keys(headers)))
    expect(names).toEqual(new Set(['accept', 'connection', 'host']))
  })

  it('is looked for on this machine, whatever proxy is set', async () => {
    const [server, proxy] = [await serveOllama(), await serve(() => ({ json: {} }))]
    for (const name of ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.origin)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await foundAt(at(server, 'ollama'))).toHaveLength(1)
    expect(proxy.calls).toEqual([])
  })
})

describe('another program on such a port', () => {
  const TAGS = { models: [tag('gemma3:4b')] }

  it.each<[string, Reply]>([
    ['a page', { headers: { 'content-type': 'text/html' }, text: '<!doctype html><title>Jenkins</title>' }],
    ['an empty object', { json: {} }],
    ['a list', { json: [] }],
    ['null', { json: null }],
    ['a list of models of somebody else', { json: { object: 'list', data: [{ id: 'gpt-5', owned_by: 'openai' }] } }],
    ['an empty list of models', { json: { object: 'list', data: [], models: [] } }],
    ['the same answer to everything', { json: { ...TAGS, data: [{ ...LLAMA, owned_by: 'vllm' }] } }],
    [
      'a model without a name',
      { json: { version: '1', models: [{ ...tag(''), name: '' }], data: [{ ...LLAMA, id: '' }] } },
    ],
    ['a name as long as a book', { json: { data: [{ ...LLAMA, id: 'x'.repeat(10_000) }] } }],
    ['a failure', { status: 500, json: TAGS }],
    ['a wish for a password', { status: 401, headers: { 'www-authenticate': 'Basic' }, json: TAGS }],
    ['a line that is cut', 'cut'],
    ['half an answer', 'half'],
  ])('is not taken for one: %s', async (_, reply) => {
    const server = await serve(() => reply)
    const port = portOf(server)
    expect(await foundAt({ ollama: port, 'llama.cpp': port, lmstudio: port })).toEqual([])
  })

  it('leads nowhere else by a redirect', async () => {
    const real = await serveOllama()
    const leading = await serve(({ path }) => ({
      status: 302,
      headers: { location: `${real.origin}${path}` },
      json: {},
    }))
    expect(await foundAt(at(leading, 'ollama'))).toEqual([])
    expect(real.calls).toEqual([])
  })

  it('cannot fill the memory: an answer above a megabyte is given up', async () => {
    const models = Array.from({ length: 6000 }, (_, nth) => tag(`model-${nth}`))
    const server = await serve(({ path }) => ({ json: path === '/api/tags' ? { models } : { version: '1' } }))
    expect(JSON.stringify({ models }).length).toBeGreaterThan(1024 * 1024)
    expect(await foundAt(at(server, 'ollama'))).toEqual([])
  })

  it('holds nobody who says nothing, and hides nobody beside it', async () => {
    const [silent, real] = [await serve(() => 'silence'), await serveOllama()]
    const began = performance.now()
    const found = await foundAt({ ...at(real, 'ollama'), ...at(silent, 'llama.cpp'), ...at(silent, 'lmstudio') })
    expect(performance.now() - began).toBeLessThan(600)
    expect(found.map(({ name }) => name)).toEqual(['ollama'])
  })
})

describe('the ports', () => {
  it.each([
    ['127.0.0.1:9999', 9999],
    ['http://localhost:9999/', 9999],
    ['0.0.0.0:9999', 9999],
    ['[::1]:9999', 9999],
    ['192.168.1.5:9999', undefined],
    ['example.com:9999', undefined],
    ['127.0.0.1', undefined],
    ['127.0.0.1:99999', undefined],
    ['127.0.0.1:0', undefined],
    ['', undefined],
  ])('are those that Ollama itself is told, on this machine alone: OLLAMA_HOST=%s', (OLLAMA_HOST, port) => {
    expect(localPorts({ OLLAMA_HOST }).ollama).toBe(port)
  })

  it('are the one that llama.cpp itself is told', () => {
    expect(localPorts({ LLAMA_ARG_PORT: '8081' })).toEqual({ 'llama.cpp': 8081 })
    expect(localPorts({ LLAMA_ARG_PORT: 'http' })).toEqual({})
  })
})
