import { urlOf } from '../../../contract/url.ts'
import type { EngineValues, Hindrance } from '../about.ts'
import { EngineError } from '../engine.ts'
import { LOCAL_SERVERS } from '../local-servers.ts'
import { openEndpoint } from './server.ts'

type Values = EngineValues<'base_url' | 'model' | 'model_lite' | 'api_key'>

const MOST_SHOWN = 8

/** What stands in the way at an endpoint that is set: it does not answer, or does not have the model. Asks for its models, which costs nothing. */
export async function hindranceAt({ base_url, api_key, model, model_lite }: Values): Promise<Hindrance | undefined> {
  const url = base_url === undefined ? undefined : urlOf(base_url)
  if (base_url === undefined || url === undefined) return undefined
  try {
    const models = await openEndpoint(base_url, api_key).models()
    return lackOf([model, model_lite], models, url)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    if (error.kind === 'passing') return notThere(url, error.message)
    return { what: error.message, mend: `Check TRANSLATION_OPENAI_BASE_URL (${url.origin}) and the key for it.` }
  }
}

function notThere({ origin, port }: URL, why: string): Hindrance {
  const start = LOCAL_SERVERS.find(server => String(server.port) === port)?.start
  return {
    what: `${why} It should be at ${origin}.`,
    mend: `Start the server there${start === undefined ? '' : ` (${start})`}, or set TRANSLATION_OPENAI_BASE_URL to where it runs.`,
  }
}

function lackOf(wanted: readonly (string | undefined)[], models: readonly string[], { port, origin }: URL) {
  const named = wanted.filter(name => name !== undefined)
  const has = (name: string) => models.includes(name) || models.includes(`${name}:latest`)
  const missing = named.find(name => !has(name))
  const list = models.slice(0, MOST_SHOWN).join(', ') + (models.length > MOST_SHOWN ? ', …' : '')
  // An endpoint that lists no models may still have the one that is set.
  if (missing !== undefined && models.length > 0) {
    const get = port === '11434' ? `\`ollama pull ${missing}\`, or set` : 'Set'
    return {
      what: `${origin} answers and does not have the model ${missing}.`,
      mend: `${get} TRANSLATION_OPENAI_MODEL to one that it has: ${list}.`,
    }
  }
  if (named.length > 0 || models.length === 1) return undefined
  return models.length === 0
    ? {
        what: `${origin} answers and has no model.`,
        mend:
          port === '11434'
            ? '`ollama pull MODEL` fetches one; then set TRANSLATION_OPENAI_MODEL to it.'
            : 'Load a model there and set TRANSLATION_OPENAI_MODEL to its name.',
      }
    : {
        what: `${origin} has several models and none is chosen.`,
        mend: `Set TRANSLATION_OPENAI_MODEL to one of: ${list}.`,
      }
}
