/** DeepL through its own client library. It gets codes as XML elements, and terms as one of its glossaries. */
import type { TranslateTextOptions } from 'deepl-node'
import { termSearchFor } from '../../../checks/index.ts'
import { encodeForMachine } from '../codes-machine.ts'
import { type Engine, EngineError, type EngineJob, type Segment, type Translated } from '../engine.ts'
import { type Deepl, openDeepl } from './client.ts'
import { deeplFailure } from './failures.ts'
import { deeplGlossaries, type Glossaries } from './glossaries.ts'
import { type DeeplPair, formalityOf, type Languages, languagesOf, pairOf } from './languages.ts'
import { surroundings } from './surroundings.ts'
import { charactersFor, countedCharacters } from './usage.ts'

export interface DeeplOptions {
  /** A secret. */
  readonly api_key?: string | undefined
  /** Without it, the key decides which of DeepL's addresses is used. */
  readonly url?: string | undefined
}

/** DeepL's limits for one request: 50 texts, and a body of 128 KiB, of which the other parameters take a part. */
const MOST_TEXTS = 50
const MOST_BYTES = 120_000
const NO_GLOSSARY: EngineJob['glossary'] = []

/** The engine `deepl`. The library is loaded, and DeepL asked, at the first use. */
export function createDeepl({ api_key, url }: DeeplOptions): Engine {
  let opened: Promise<Deepl> | undefined
  let languages: Promise<Languages> | undefined
  const open = (): Promise<Deepl> => {
    opened ??= openDeepl(api_key, url)
    return opened
  }
  const glossaries = deeplGlossaries(open)
  const pairFor = async (source: string, target: string): Promise<DeeplPair | undefined> => {
    const deepl = await open()
    languages ??= languagesOf(deepl)
    try {
      return pairOf(await languages, source, target)
    } catch (error) {
      languages = undefined
      throw deeplFailure(deepl, error)
    }
  }
  return {
    id: 'deepl',
    hands: 'service',
    round: { segments: MOST_TEXTS, characters: 20_000, concurrency: 2 },
    metering: { unit: 'characters', cost: charactersFor },
    describe: ({ usage }) => ({
      engine: 'deepl',
      text_goes_to: url === undefined ? 'DeepL (deepl.com)' : `DeepL at ${new URL(url).host}`,
      credit_cost: 0,
      billing: { who: 'you', unit: 'characters', estimate: usage },
    }),
    supports: async (source, target) => (await pairFor(source, target)) !== undefined,
    async *translate(batch, job) {
      const pair = await pairFor(job.source, job.target)
      if (pair === undefined) throw new EngineError('refused', 'DeepL does not have this pair of languages.')
      const deepl = await open()
      // A refused translation may lack terms although there is a glossary: the second request sends the terms as fixed codes.
      const first = batch.filter(({ repair }) => repair === undefined)
      const again = batch.filter(({ repair }) => repair !== undefined)
      if (first.length > 0) yield* translateWith(first, job, pair, deepl, glossaries)
      if (again.length > 0 && !job.signal?.aborted) yield* translateWith(again, job, pair, deepl, undefined)
    },
  }
}

/** Translates with DeepL's glossary where there is one, else with every term as a fixed code. */
async function* translateWith(
  batch: readonly Segment[],
  job: EngineJob,
  pair: DeeplPair,
  deepl: Deepl,
  glossaries: Glossaries | undefined,
): AsyncGenerator<Translated> {
  const glossary = await glossaries?.idFor(job, pair)
  const terms = termSearchFor(glossary === undefined ? job : { glossary: NO_GLOSSARY, keep: job.keep })
  const coded = batch.map(({ id, text, syntax }) => ({
    id,
    ...encodeForMachine(text, syntax, { dress: 'xml', terms }),
  }))
  for (const part of requestsOf(coded)) {
    if (job.signal?.aborted) return
    const texts = part.flatMap(segment => segment.texts)
    let translations: readonly string[]
    const context = surroundings(batch, new Set(part.map(({ id }) => id)))
    try {
      translations = texts.length === 0 ? [] : await ask(texts, job, pair, deepl, { glossary, context })
    } catch (error) {
      const failure = deeplFailure(deepl, error)
      // Perhaps somebody deleted the glossary: the next try finds or makes one.
      if (failure.kind === 'unusable') glossaries?.forget(job)
      throw failure
    }
    let next = 0
    for (const { id, texts: own, decode } of part) {
      const text = decode(translations.slice(next, next + own.length))
      next += own.length
      if (text !== undefined) yield { id, text }
    }
  }
}

async function ask(
  texts: readonly string[],
  { guidance, used }: EngineJob,
  { source, target }: DeeplPair,
  { client }: Deepl,
  { glossary, context }: { glossary: string | undefined; context: string },
): Promise<string[]> {
  const kept = new Set(texts.flatMap(text => [...text.matchAll(/<(k\d+)>/g)].map(([, tag = '']) => tag)))
  const formality = formalityOf(guidance)
  const options: TranslateTextOptions = {
    ...{ tagHandling: 'xml', outlineDetection: false, splitSentences: 'nonewlines', preserveFormatting: true },
    ...(kept.size > 0 && { ignoreTags: [...kept] }),
    ...(formality !== undefined && { formality }),
    ...(glossary !== undefined && { glossary }),
    ...(context !== '' && { context }),
  }
  const results = await client.translateText([...texts], source, target, options)
  const billed = results.map(({ billedCharacters }) => billedCharacters)
  used?.(billed.every(Number.isSafeInteger) ? billed.reduce((sum, each) => sum + each, 0) : countedCharacters(texts))
  const translations = results.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  if (translations.length === texts.length) return translations
  throw new EngineError('unusable', 'DeepL did not answer with as many texts as it was sent.')
}

/** Puts segments into requests within DeepL's limits. A segment that is too long for any request is left out. */
function requestsOf<T extends { readonly texts: readonly string[] }>(segments: readonly T[]): T[][] {
  const requests: T[][] = []
  let current: T[] = []
  let [count, bytes] = [0, 0]
  for (const segment of segments) {
    const size = segment.texts.reduce((sum, text) => sum + encodedLength(text), 0)
    if (size > MOST_BYTES || segment.texts.length > MOST_TEXTS) continue
    if (count + segment.texts.length > MOST_TEXTS || bytes + size > MOST_BYTES) {
      requests.push(current)
      current = []
      count = 0
      bytes = 0
    }
    current.push(segment)
    count += segment.texts.length
    bytes += size
  }
  return current.length > 0 ? [...requests, current] : requests
}

/** The library sends forms, in which a letter outside ASCII takes six bytes or more. */
function encodedLength(text: string): number {
  return new URLSearchParams({ text }).toString().length
}
