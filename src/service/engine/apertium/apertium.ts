/**
 * Apertium, the free rule-based translator: the command of this machine, or an APY server. It knows neither placeholders nor
 * terms: they are sent as words that no dictionary has, and it leaves such words alone.
 */

import { type TermSearch, termSearchFor } from '../../../checks/index.ts'
import { type Dress, encodeForMachine, type MachineCoded } from '../codes-machine.ts'
import { type Engine, EngineError, type Segment, type Translated } from '../engine.ts'
import { askCommand, pairsOfCommand } from './command.ts'
import { type ApertiumPair, modeFor } from './pairs.ts'
import { askServer, pairsOfServer } from './server.ts'

export interface ApertiumOptions {
  /** The name or path of the command. */
  readonly command: string
  /** The address of an APY server, which is asked instead of the command. */
  readonly url: string | undefined
}

/** How Apertium is reached. `ask` translates a document of HTML paragraphs. */
export interface ApertiumWay {
  pairs(): Promise<readonly ApertiumPair[]>
  ask(pair: ApertiumPair, document: string, signal: AbortSignal | undefined): Promise<string>
}

/** Apertium writes these before words that it does not know or cannot inflect. They must not reach a file. */
const MARKS = /[*@#]/g

/** Where a pair lacks one of its programs, the command succeeds and prints nothing. */
const NOTHING = 'Apertium gave nothing back: a part of it is not installed (on Debian, the package cg3).'

/** The engine `apertium`. Nothing is asked before it is used. */
export function createApertium({ command, url }: ApertiumOptions): Engine {
  const way: ApertiumWay =
    url === undefined
      ? {
          pairs: () => pairsOfCommand(command),
          ask: (pair, text, signal) => askCommand(command, pair.mode, text, signal),
        }
      : { pairs: () => pairsOfServer(url), ask: (pair, text, signal) => askServer(url, pair, text, signal) }
  const where =
    url === undefined ? 'nowhere: Apertium translates on this machine' : `the Apertium server ${new URL(url).host}`
  let pairs: Promise<readonly ApertiumPair[]> | undefined
  const pairFor = async (source: string, target: string): Promise<ApertiumPair | undefined> => {
    pairs ??= way.pairs()
    try {
      return modeFor(await pairs, source, target)
    } catch (error) {
      pairs = undefined
      throw error
    }
  }
  return {
    id: 'apertium',
    hands: 'service',
    round: { segments: 500, characters: 60_000, concurrency: 1 },
    describe: () => ({
      engine: 'apertium',
      text_goes_to: where,
      credit_cost: 0,
      billing: { who: 'nobody', unit: 'none', estimate: 0 },
    }),
    supports: async (source, target) => (await pairFor(source, target)) !== undefined,
    async *translate(batch, job) {
      const pair = await pairFor(job.source, job.target)
      if (pair === undefined) throw new EngineError('refused', 'Apertium does not have this pair of languages.')
      const terms = termSearchFor(job)
      // Words may get lost, empty elements never do. So elements take the place of the words where a word got lost, and where a
      // translation was refused: the same question would get the same answer.
      const ask = (document: string) => way.ask(pair, document, job.signal)
      const done = await translateAs(
        'words',
        batch.filter(({ repair }) => repair === undefined),
        terms,
        ask,
      )
      yield* done
      const ids = new Set(done.map(({ id }) => id))
      const left = batch.filter(({ id }) => !ids.has(id))
      if (left.length > 0 && !job.signal?.aborted) yield* await translateAs('blanks', left, terms, ask)
    },
  }
}

async function translateAs(
  dress: Dress,
  batch: readonly Segment[],
  terms: TermSearch,
  ask: (document: string) => Promise<string>,
): Promise<Translated[]> {
  const coded = batch.map(({ id, text, syntax }) => ({
    id,
    text,
    ...encodeForMachine(text, syntax, { dress, terms, marks: MARKS }),
  }))
  const texts = coded.flatMap(({ texts }) => texts)
  const translations = paragraphsOf(texts.length === 0 ? '' : await ask(documentOf(texts)))
  if (texts.length > 0 && translations.size === 0) throw new EngineError('refused', NOTHING)
  let next = 0
  return coded.flatMap(segment => {
    const own = segment.texts.map((text, at) => filled(text, alikeInCase(text, translations.get(next + at))))
    next += own.length
    const text = decoded(segment, own)
    return text === undefined ? [] : [{ id: segment.id, text }]
  })
}

function decoded({ decode }: MachineCoded, translations: readonly (string | undefined)[]): string | undefined {
  const whole = translations.flatMap(each => each ?? [])
  return whole.length === translations.length ? decode(whole) : undefined
}

/** Each text in a paragraph of its own: Apertium ends a sentence there, so that it does not read two texts as one. */
function documentOf(texts: readonly string[]): string {
  return texts.map((text, at) => `<p id="${at}">${text}</p>\n`).join('')
}

const PARAGRAPH = /<p id="(\d+)">(.*?)<\/p>/gs

function paragraphsOf(document: string): Map<number, string> {
  return new Map([...document.matchAll(PARAGRAPH)].map(([, at, text = '']) => [Number(at), text]))
}

const EMPTY = /<g(?<n>\d+)>\s*<\/g\k<n>>/
const BEFORE_WORD = /<g(?<n>\d+)>\s*<\/g\k<n>>(?<space>\s*)(?<word>[^\s<>]+)/g
const AFTER_WORD = /(?<![^\s<>])(?<word>[^\s<>]+)(?<space>\s*)<g(?<n>\d+)>\s*<\/g\k<n>>/g

/** Apertium moves words out of their tags. A tag that it left empty takes the word beside it. */
function filled(source: string, translation: string | undefined): string | undefined {
  if (translation === undefined || EMPTY.test(source)) return translation
  return translation
    .replace(BEFORE_WORD, '$<space><g$<n>>$<word></g$<n>>')
    .replace(AFTER_WORD, '<g$<n>>$<word></g$<n>>$<space>')
}

/** Apertium takes every paragraph for a sentence and writes a capital first. Where the source begins small, so does the translation. */
function alikeInCase(source: string, translation: string | undefined): string | undefined {
  if (translation === undefined || !/^\p{Ll}/u.test(source)) return translation
  return translation.replace(
    /^([*@#]*)(\p{Lu})(?=\p{Ll}|\P{L}|$)/u,
    (_, marks: string, letter: string) => marks + letter.toLowerCase(),
  )
}
