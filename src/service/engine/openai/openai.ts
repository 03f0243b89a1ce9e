/**
 * Any endpoint with OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat): OpenAI, Azure, Ollama,
 * llama.cpp, vLLM, OpenRouter.
 */
import { randomBytes } from 'node:crypto'
import { termSearchFor } from '../../../checks/index.ts'
import { isOnThisMachine } from '../../../contract/url.ts'
import { encodeCodes } from '../../../formats/index.ts'
import type { Tier } from '../../domain/price.ts'
import { type Engine, EngineError, type EngineJob, type Segment, type Translated } from '../engine.ts'
import { isRefusal, translationsIn } from './answer.ts'
import { areShifted, likelySwapped } from './moved.ts'
import { idOf, promptFor, schemaFor } from './prompt.ts'
import { type Charged, type ModelEndpoint, type OutputForm, openEndpoint } from './server.ts'
import { answeredTokens, roundTokens } from './usage.ts'
import { inWrongLanguage } from './wrong-language.ts'

export interface OpenAiOptions {
  /** Its address up to and with the version, as `http://127.0.0.1:11434/v1`; undefined means OpenAI's own. */
  readonly base_url?: string | undefined
  /** A secret; a server of one's own needs none. */
  readonly api_key?: string | undefined
  /** Undefined: OpenAI's own defaults, or the only model that the endpoint has. */
  readonly model?: string | undefined
  /** For the tier lite; undefined means `model`. */
  readonly model_lite?: string | undefined
  /** Makes a word that the text of a file cannot know; it fences the data. */
  readonly nonce?: () => string
  /** For a request with its answer, in milliseconds. */
  readonly timeout_ms?: number
}

const OPENAI = 'https://api.openai.com/v1'
const DEFAULT_MODELS: Readonly<Record<Tier, string>> = { standard: 'gpt-5-mini', lite: 'gpt-5-nano' }
/** An endpoint on this machine that takes no key has nobody who could be charged. */
const FREE = { who: 'nobody', unit: 'none', estimate: 0 } as const

/** How the output is asked for, best first. An endpoint that does not take one form is asked with the next. */
const FORMS: readonly OutputForm[] = ['json_schema', 'json_object', 'text']

/** The engine `openai`. Nothing is asked before it is used. */
export function createOpenAi(options: OpenAiOptions): Engine {
  const { base_url = OPENAI, nonce = () => randomBytes(9).toString('base64url') } = options
  const endpoint = openEndpoint(base_url, options.api_key, options.timeout_ms)
  const models = modelsOf(options, endpoint)
  const taken = new Map<string, number>()
  const isFree = options.api_key === undefined && isOnThisMachine(new URL(base_url))

  const answer = async (model: string, batch: readonly Segment[], job: EngineJob): Promise<Map<string, string>> => {
    const { rules, data } = promptFor(batch, job, termSearchFor(job), nonce())
    const messages = [
      { role: 'system', content: rules },
      { role: 'user', content: data },
    ]
    for (let at = taken.get(model) ?? 0; ; at += 1) {
      const form = FORMS[at] ?? 'text'
      const charged = (what: Charged | 'unanswered'): void => {
        if (what === 'unanswered') job.used?.(roundTokens(batch, job, form))
        else job.used?.(what.total ?? answeredTokens(batch, job, form, what.content))
      }
      const reply = await endpoint.complete(model, messages, form, schemaFor(batch.length), job.signal, charged)
      if (reply === 'form_not_taken' && form !== 'text') continue
      taken.set(model, at)
      const found = reply === 'form_not_taken' ? undefined : await translationsIn(reply)
      if (found === undefined)
        throw new EngineError('unusable', 'The model answered with something else than translations.')
      return found
    }
  }
  /** The form of output that is asked for next, whatever the model. */
  const formNow = (): OutputForm => FORMS[Math.max(0, ...taken.values())] ?? 'text'
  return {
    id: 'openai',
    hands: 'service',
    round: { segments: 40, characters: 6_000, concurrency: 4, later: { after: 4, segments: 100 } },
    takes_examples: true,
    ...(isFree ? {} : { metering: { unit: 'tokens', cost: (round, job) => roundTokens(round, job, formNow()) } }),
    model: tier => modelSaid(options, tier) ?? (options.base_url === undefined ? DEFAULT_MODELS[tier] : undefined),
    edition: tier => JSON.stringify([options.base_url ?? '', modelSaid(options, tier) ?? '']),
    describe: ({ usage }) => ({
      engine: 'openai',
      text_goes_to: placeOf(new URL(base_url)),
      credit_cost: 0,
      billing: isFree ? FREE : { who: 'you', unit: 'tokens', estimate: usage },
    }),
    supports: () => true,
    async *translate(batch, job) {
      if (batch.length === 0) return
      const found = await answer(await models(job.tier), batch, job)
      yield* await usable(found, batch, job)
    },
  }
}

/** The model that is set for a tier. */
function modelSaid({ model, model_lite }: OpenAiOptions, tier: Tier): string | undefined {
  return (tier === 'lite' ? model_lite : undefined) ?? model
}

/** The model of each tier. An endpoint of one's own that has a single model needs no setting. */
function modelsOf(options: OpenAiOptions, endpoint: ModelEndpoint): (tier: Tier) => Promise<string> {
  return async tier => {
    const said = modelSaid(options, tier)
    if (said !== undefined) return said
    if (options.base_url === undefined) return DEFAULT_MODELS[tier]
    const [only, ...more] = await endpoint.models()
    if (only !== undefined && more.length === 0) return only
    throw new EngineError(
      'refused',
      'The model endpoint has several models, or names none: set TRANSLATION_OPENAI_MODEL.',
    )
  }
}

const DOUBT = 'By its length this may be the translation of another segment.'

/**
 * The usable part of an answer: translations of segments that were asked for, in the file's own codes, without refusals.
 * @throws {EngineError} unusable where no translation is left, they are in another language, or under other ids than their own
 */
async function usable(
  found: ReadonlyMap<string, string>,
  batch: readonly Segment[],
  job: EngineJob,
): Promise<Translated[]> {
  const pairs = batch.flatMap((segment, at) => {
    const { text, syntax } = segment
    const answered = found.get(idOf(at))
    if (answered === undefined || isRefusal(text, answered, job.target)) return []
    // Tags that cannot be decoded stay as the model wrote them: the checks name them, and the model repairs its answer.
    return [{ segment, translation: encodeCodes(text, syntax).decode(answered) ?? answered }]
  })
  if (areShifted(pairs))
    throw new EngineError('unusable', 'The model gave translations under other ids than their own.')
  // A doubt is raised once: a model that gives the same answer again means it.
  const doubted = likelySwapped(pairs)
  const translated = pairs.map(({ segment: { id, repair }, translation: text }, at) =>
    doubted.has(at) && repair === undefined ? { id, text, doubt: DOUBT } : { id, text },
  )
  if (translated.length === 0) throw new EngineError('unusable', 'The model gave none of the translations asked for.')
  if (
    await inWrongLanguage(
      translated.map(({ text }) => text),
      job.target,
    )
  ) {
    throw new EngineError('unusable', 'The model answered in another language than asked for.')
  }
  return translated
}

/** Where the text goes, as a plan says it. A model on the machine of the service need not be the one of who reads that. */
function placeOf(url: URL): string {
  return isOnThisMachine(url)
    ? `${url.host}, a model on the machine that this service runs on`
    : `${url.host}, the endpoint that this service is set to`
}
