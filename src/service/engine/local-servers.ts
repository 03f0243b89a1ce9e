/** The servers of models that people run on their own machine: how each is known, and what of its answers is read. Nothing here asks. */
import * as z from 'zod'
import type { LOCAL_SERVER_NAMES } from './about.ts'

/** A model as a server lists it. */
export interface LocalModel {
  readonly name: string
  /** In memory now: it answers at once. */
  readonly loaded: boolean
  /** In billions; undefined where the server does not say. */
  readonly parameters: number | undefined
}

/** The answer to a request for one path: its JSON, undefined where it is none, and its header `Server`. */
export interface ServerReply {
  readonly json: unknown
  readonly server: string | undefined
}

export interface LocalServer {
  readonly name: (typeof LOCAL_SERVER_NAMES)[number]
  /** As its makers write it. */
  readonly title: string
  /** Where it listens unless told otherwise. */
  readonly port: number
  /** What starts it. */
  readonly start: string
  /** How it gets a model. */
  readonly get: string
  /** What it is asked. */
  readonly paths: readonly string[]
  /** Its models for texts, which run on this machine; undefined where whoever answered is another program. Replies are in the order of `paths`. */
  models(replies: readonly (ServerReply | undefined)[]): readonly LocalModel[] | undefined
}

const ModelName = z.string().min(1).max(300)
const OllamaVersion = z.object({ version: z.string() })
const OllamaTags = z.object({
  models: z.array(
    z.object({
      name: ModelName,
      digest: z.string(),
      remote_host: z.string().nullish(),
      details: z.object({ family: z.string().nullish(), parameter_size: z.string().nullish() }).nullish(),
    }),
  ),
})
const LlamaModels = z.object({ data: z.array(z.object({ id: ModelName, owned_by: z.string() })) })
/** Nothing but its models says whose these lists are, so an empty one is of nobody. */
const StudioModels = z.object({
  data: z.array(z.object({ id: ModelName, type: z.string(), state: z.enum(['loaded', 'not-loaded']) })).min(1),
})
const StudioNewer = z.object({
  models: z.array(z.object({ key: ModelName, type: z.string(), loaded_instances: z.array(z.unknown()) })).min(1),
})

/** An empty list says of itself whose it is only by the header. */
const LLAMA = /^llama\.cpp\b/i

export const LOCAL_SERVERS: readonly LocalServer[] = [
  {
    ...{ name: 'ollama', title: 'Ollama', port: 11434 },
    ...{ start: '`ollama serve`', get: '`ollama pull gemma3` fetches one' },
    paths: ['/api/tags', '/api/version'],
    models: ([tags, version]) => {
      const found = OllamaTags.safeParse(tags?.json).data
      if (found === undefined || !OllamaVersion.safeParse(version?.json).success) return undefined
      return found.models.flatMap(({ name, details, remote_host }) => {
        // A model with another host only passes the text on.
        if (isSet(remote_host) || CLOUD.test(name) || isForVectors(`${name} ${details?.family ?? ''}`)) return []
        return [{ name, loaded: false, parameters: billions(details?.parameter_size ?? name) }]
      })
    },
  },
  {
    ...{ name: 'llama.cpp', title: 'llama.cpp', port: 8080 },
    ...{ start: '`llama-server -m MODEL.gguf`', get: '`llama-server -m MODEL.gguf` loads one' },
    paths: ['/v1/models'],
    models: ([reply]) => {
      const found = LlamaModels.safeParse(reply?.json).data?.data
      const isOurs = found?.every(({ owned_by }) => owned_by === 'llamacpp') === true
      if (found === undefined || !isOurs || (found.length === 0 && !LLAMA.test(reply?.server ?? ''))) return undefined
      return found
        .filter(({ id }) => !isForVectors(id))
        .map(({ id }) => ({ name: id, loaded: true, parameters: billions(id) }))
    },
  },
  {
    ...{ name: 'lmstudio', title: 'LM Studio', port: 1234 },
    ...{ start: '`lms server start`', get: '`lms get` fetches one' },
    paths: ['/api/v0/models', '/api/v1/models'],
    models: ([older, newer]) => {
      const first = StudioModels.safeParse(older?.json).data?.data.map(({ id, type, state }) => ({
        ...{ name: id, type, loaded: state === 'loaded' },
      }))
      const second = StudioNewer.safeParse(newer?.json).data?.models.map(({ key, type, loaded_instances }) => ({
        ...{ name: key, type, loaded: loaded_instances.length > 0 },
      }))
      return (first ?? second)
        ?.filter(({ name, type }) => /^(?:llm|vlm)$/.test(type) && !isForVectors(name))
        .map(({ name, loaded }) => ({ name, loaded, parameters: billions(name) }))
    },
  },
]

/** Models of a maker's data centre, in Ollama's list. */
const CLOUD = /[:-]cloud$/i
const VECTORS = /embed|\bbert\b|minilm|\bbge\b|\bgte\b|\be5\b|rerank|nomic-bert/i

function isForVectors(name: string): boolean {
  return VECTORS.test(name)
}

function isSet(text: string | null | undefined): boolean {
  return text !== undefined && text !== null && text !== ''
}

/** `4.3B`, `270M` or `8x7b` in a name or a size. */
function billions(text: string): number | undefined {
  const [, number, unit = ''] = /(?<![\d.a-z])(?:\d+x)?(\d{1,4}(?:\.\d+)?)([bm])(?![a-z])/i.exec(text) ?? []
  if (number === undefined) return undefined
  return unit.toLowerCase() === 'b' ? Number(number) : Number(number) / 1000
}

/** Made for something else than prose, or for thinking at length before each answer. */
const OF_ANOTHER_TRADE = /code|math|guard|ocr|vision|llava|moondream|-base\b|\br1\b|qwq|medgemma|whisper|tts/i
/** Below that a model seldom writes whole sentences in another language. */
const LEAST_BILLIONS = 1.5

/** The model that is proposed: of those made for prose, and not too small, one that is loaded, else the first of the server's own order. */
export function proposedModel(models: readonly LocalModel[]): LocalModel | undefined {
  const rank = ({ name, loaded, parameters }: LocalModel) =>
    (OF_ANOTHER_TRADE.test(name) ? 4 : 0) + ((parameters ?? LEAST_BILLIONS) < LEAST_BILLIONS ? 2 : 0) + (loaded ? 0 : 1)
  return models.toSorted((a, b) => rank(a) - rank(b))[0]
}
