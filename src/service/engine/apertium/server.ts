/** An APY server, Apertium over HTTP (https://wiki.apertium.org/wiki/Apertium-apy). */
import * as z from 'zod'
import { EngineError } from '../engine.ts'
import { callServer, failureOf, type ServerAnswer } from '../server-call.ts'
import type { ApertiumPair } from './pairs.ts'

const WHO = 'The Apertium server'
const LIST_TIMEOUT_MS = 10_000
const TRANSLATE_TIMEOUT_MS = 120_000

const Pairs = z.object({
  responseData: z.array(z.object({ sourceLanguage: z.string(), targetLanguage: z.string() })),
})
const Translation = z.object({ responseData: z.object({ translatedText: z.string() }) })

/**
 * The pairs that the server has.
 * @throws {EngineError} when the server fails or refuses
 */
export async function pairsOfServer(base: string): Promise<readonly ApertiumPair[]> {
  const answer = await callServer({ who: WHO, url: at(base, 'listPairs'), method: 'GET', timeout_ms: LIST_TIMEOUT_MS })
  return read(Pairs, answer).responseData.map(({ sourceLanguage: source, targetLanguage: target }) => ({
    ...{ source, target, mode: `${source}-${target}` },
  }))
}

/**
 * Translates a document of HTML paragraphs.
 * @throws {EngineError} when the server fails or refuses
 */
export async function askServer(
  base: string,
  { source, target }: ApertiumPair,
  document: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const form = {
    langpair: `${source}|${target}`,
    markUnknown: 'no',
    deformat: 'html',
    reformat: 'html-noent',
    q: document,
  }
  const answer = await callServer({
    ...{ who: WHO, url: at(base, 'translate'), method: 'POST', signal, timeout_ms: TRANSLATE_TIMEOUT_MS },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  return read(Translation, answer).responseData.translatedText
}

function at(base: string, method: string): URL {
  return new URL(method, base.endsWith('/') ? base : `${base}/`)
}

function read<T>(shape: z.ZodType<T>, answer: ServerAnswer): T {
  if (answer.status !== 200) throw failureOf(WHO, answer)
  const found = shape.safeParse(answer.json)
  if (!found.success) throw new EngineError('unusable', `${WHO} answered with something else than a translation.`)
  return found.data
}
