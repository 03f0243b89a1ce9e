/** Servers of models as people run them on their own machine: the answers by which each is known, as its documentation shows them. */
import { askedIn, dataIn } from './given.ts'
import { completion } from './openai.ts'
import { type Reply, type Server, serve } from './server.ts'

/** A model in Ollama's list. */
export function tag(name: string, more: { family?: string; size?: string; remote_host?: string } = {}) {
  const { family = 'llama', size = '4.3B', remote_host } = more
  return {
    ...{ name, model: name, modified_at: '2026-10-01T10:00:00Z', size: 3_338_801_804, digest: 'a2af6cc3eb7f' },
    ...(remote_host !== undefined && { remote_host, remote_model: name }),
    details: { format: 'gguf', family, families: [family], parameter_size: size, quantization_level: 'Q4_K_M' },
  }
}

/** What llama-server lists. */
export const LLAMA = { id: 'gemma-3-4b-it-Q4_K_M.gguf', object: 'model', created: 1, owned_by: 'llamacpp', meta: {} }

/** What LM Studio lists, in its older and its newer API. */
export const STUDIO = [
  { id: 'text-embedding-nomic-embed-text-v1.5', object: 'model', type: 'embeddings', state: 'loaded' },
  { id: 'qwen3-8b', object: 'model', type: 'llm', state: 'not-loaded' },
  { id: 'gemma-3-12b', object: 'model', type: 'vlm', state: 'loaded' },
] as const
export const STUDIO_NEWER = STUDIO.map(({ id, type, state }) => ({
  ...{ type: type === 'embeddings' ? 'embedding' : 'llm', key: id },
  loaded_instances: state === 'loaded' ? [{ id }] : [],
}))

/** A server that answers these paths with JSON, and others with 404. */
export function serveJson(answers: Readonly<Record<string, unknown>>, headers: Record<string, string> = {}) {
  return serve(({ path }): Reply => {
    return path in answers ? { json: answers[path], headers } : { status: 404, json: { error: 'not found' }, headers }
  })
}

/** Ollama with these models, which translates. */
export function serveOllama(models: readonly ReturnType<typeof tag>[] = [tag('gemma3:4b')]): Promise<Server> {
  return serve(({ path, body }): Reply => {
    if (path === '/api/version') return { json: { version: '0.12.3' } }
    if (path === '/api/tags') return { json: { models } }
    if (path !== '/v1/chat/completions') return { status: 404, json: { error: 'not found' } }
    const { segments } = dataIn(askedIn(body))
    return completion(JSON.stringify(Object.fromEntries(segments.map(({ id }) => [id, 'Guten Morgen']))))
  })
}

export function portOf({ origin }: Server): number {
  return Number(new URL(origin).port)
}
