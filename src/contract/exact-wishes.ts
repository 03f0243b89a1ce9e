/**
 * Exact wishes: what a caller says about a translation in separate arguments. The API takes them as plain sentences in front of the
 * instruction, which a person or any planner can read, and which this service reads back exactly (assumptions.md, Plan). Names of
 * parts, terms and the tone are JSON strings, since the keys of a file may hold anything.
 */
import { QUALITY_TIERS, type QualityTier } from './batch.ts'
import { HIDDEN } from './hidden.ts'

/** Each wish states the whole of its matter: it replaces what was said of it before, an empty one clears that, an absent one keeps it. */
export interface ExactWishes {
  /** BCP 47 tags. An empty list says nothing. */
  readonly target_languages?: readonly string[]
  readonly source_language?: string
  /** The language that the folder of the file says. It is no wish: what the file and its text show counts before it. */
  readonly folder_language?: string
  readonly quality_tier?: QualityTier
  /** Names of parts as a plan lists them. `menu.*`: all below `menu.`. */
  readonly only?: readonly string[]
  readonly leave_out?: readonly string[]
  readonly keep_untranslated?: readonly string[]
  readonly tone?: string
  /** Names of checks (docs/checks.md). */
  readonly skip_checks?: readonly string[]
  /** Every text that is written gets the file's own mark for what somebody has to look at, where its format has one: `fuzzy`. */
  readonly mark_unreviewed?: boolean
}

/** The wishes that are lists of names, and the sentences that state them. */
const LISTS = [
  {
    wish: 'only',
    some: 'Translate only these parts: ',
    none: 'Translate every part that is not left out.',
  },
  {
    wish: 'leave_out',
    some: 'Leave out these parts and no others: ',
    none: 'Leave out no part.',
  },
  {
    wish: 'keep_untranslated',
    some: 'Keep these words as they are and no others: ',
    none: 'Keep no words as they are.',
  },
  {
    wish: 'skip_checks',
    some: 'Switch off these quality checks and no others: ',
    none: 'Switch off no quality check.',
  },
] as const
const MARK = [
  { wish: true, sentence: 'Mark every translation as not reviewed.' },
  { wish: false, sentence: 'Mark no translation as not reviewed.' },
] as const
const FOLDER = 'The folder of the file says '
const TONE = { some: 'Use this tone: ', none: 'Use no special tone.' } as const

/** Wishes as sentences: what the folder says, then languages and tier. Empty where there are none. */
export function writeExactWishes(wishes: ExactWishes): string {
  const { tone, mark_unreviewed, folder_language } = wishes
  return [
    folder_language === undefined ? '' : `${FOLDER}${labelled(folder_language)}.`,
    languageSentence(wishes),
    ...LISTS.map(({ wish, some, none }) => {
      const names = wishes[wish]
      if (names === undefined) return ''
      return names.length === 0 ? none : `${some}${joined(names.map(inQuotes))}.`
    }),
    tone === undefined ? '' : tone === '' ? TONE.none : `${TONE.some}${inQuotes(tone)}.`,
    MARK.find(({ wish }) => wish === mark_unreviewed)?.sentence ?? '',
  ]
    .filter(sentence => sentence !== '')
    .join(' ')
}

function languageSentence({ target_languages = [], source_language, quality_tier }: ExactWishes): string {
  const from = source_language === undefined ? '' : ` from ${labelled(source_language)}`
  const into = target_languages.length === 0 ? '' : ` into ${joined(target_languages.map(labelled))}`
  const tier = quality_tier === undefined ? '' : `${quality_tier} quality`
  if (from === '' && into === '') return tier && `Use ${tier}.`
  return `Translate${from}${into}${tier && `, ${tier}`}.`
}

/** `a`, `a and b`, `a, b and c` */
function joined(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** A language as the sentences name it: `German (de)`. One without an English name is `tag (tag)`. */
function labelled(tag: string): string {
  return `${nameOfTag(tag)} (${tag})`
}

function nameOfTag(tag: string): string {
  try {
    names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Made at the first name: it takes 10 to 30 ms. */
let names: Intl.DisplayNames | undefined

const NOT_ASCII = /[^\x20-\x7e]/gu

/** A JSON string. What does not show is written as a code, and so is all of a name that a normalisation on the way would change. */
function inQuotes(name: string): string {
  const quoted = JSON.stringify(name).replaceAll(HIDDEN, asEscape)
  return name === name.normalize('NFC') ? quoted : quoted.replaceAll(NOT_ASCII, asEscape)
}

function asEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** What the head of an instruction says exactly, its sentences as they stand there, and the words after them. */
export interface ReadWishes {
  readonly exact: ExactWishes
  readonly sentences: readonly string[]
  readonly rest: string
}

/** Reads the sentences at the head of an instruction. From the first one that is not written exactly so, all is `rest`. */
export function readExactWishes(instruction: string): ReadWishes {
  const head = { text: instruction, at: 0 }
  const sentences: string[] = []
  let exact: ExactWishes = {}
  const steps = [
    readFolder,
    readLanguages,
    ...LISTS.map(list => (from: Head) => readList(from, list)),
    readTone,
    readMark,
  ]
  for (const read of steps) {
    const found = read(head)
    if (found === undefined || !endsAt(instruction, found.end)) continue
    exact = { ...exact, ...found.wishes }
    sentences.push(instruction.slice(head.at, found.end))
    head.at = found.end + (/^\s+/.exec(instruction.slice(found.end))?.[0].length ?? 0)
  }
  return { exact, sentences, rest: instruction.slice(head.at) }
}

/** A place in a text. */
interface Head {
  readonly text: string
  at: number
}

interface Found {
  readonly wishes: ExactWishes
  /** Where the sentence ends, after its full stop. */
  readonly end: number
}

function endsAt(text: string, end: number): boolean {
  return end === text.length || /\s/.test(text[end] ?? '')
}

function readList({ text, at }: Head, { wish, some, none }: (typeof LISTS)[number]): Found | undefined {
  if (text.startsWith(none, at)) return { wishes: { [wish]: [] }, end: at + none.length }
  if (!text.startsWith(some, at)) return undefined
  const list = readItems(text, at + some.length, stringAt)
  return list === undefined || text[list.end] !== '.'
    ? undefined
    : { wishes: { [wish]: list.values }, end: list.end + 1 }
}

function readFolder({ text, at }: Head): Found | undefined {
  const label = text.startsWith(FOLDER, at) ? labelAt(text, at + FOLDER.length) : undefined
  return label === undefined || text[label.end] !== '.'
    ? undefined
    : { wishes: { folder_language: label.value }, end: label.end + 1 }
}

function readMark({ text, at }: Head): Found | undefined {
  const found = MARK.find(({ sentence }) => text.startsWith(sentence, at))
  return found && { wishes: { mark_unreviewed: found.wish }, end: at + found.sentence.length }
}

function readTone({ text, at }: Head): Found | undefined {
  if (text.startsWith(TONE.none, at)) return { wishes: { tone: '' }, end: at + TONE.none.length }
  if (!text.startsWith(TONE.some, at)) return undefined
  const tone = stringAt(text, at + TONE.some.length)
  return tone === undefined || text[tone.end] !== '.' ? undefined : { wishes: { tone: tone.value }, end: tone.end + 1 }
}

const FROM = / from /y
const INTO = / into /y
const USE_TIER = /Use ([a-z]+) quality\./y
const THEN_TIER = /, ([a-z]+) quality/y

function readLanguages({ text, at }: Head): Found | undefined {
  const use = matchAt(USE_TIER, text, at)
  const alone = tierCalled(use?.[1])
  if (use !== undefined && alone !== undefined) return { wishes: { quality_tier: alone }, end: at + use[0].length }
  if (!text.startsWith('Translate', at)) return undefined
  let end = at + 'Translate'.length
  const from = matchAt(FROM, text, end)
  const source = from && labelAt(text, end + from[0].length)
  if (source !== undefined) end = source.end
  const into = matchAt(INTO, text, end)
  const targets = into && readItems(text, end + into[0].length, labelAt)
  if (targets !== undefined) end = targets.end
  if (source === undefined && targets === undefined) return undefined
  const then = matchAt(THEN_TIER, text, end)
  const tier = tierCalled(then?.[1])
  if (then !== undefined && tier !== undefined) end += then[0].length
  if (text[end] !== '.') return undefined
  return {
    wishes: {
      ...(source === undefined ? {} : { source_language: source.value }),
      ...(targets === undefined ? {} : { target_languages: targets.values }),
      ...(tier === undefined ? {} : { quality_tier: tier }),
    },
    end: end + 1,
  }
}

function tierCalled(word: string | undefined): QualityTier | undefined {
  return QUALITY_TIERS.find(tier => tier === word)
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

interface Item {
  readonly value: string
  readonly end: number
}

/** Items with commas between them, and `and` before the last. */
function readItems(text: string, from: number, itemAt: (text: string, at: number) => Item | undefined) {
  const values: string[] = []
  let end = from
  for (;;) {
    const item = itemAt(text, end)
    if (item === undefined) return undefined
    values.push(item.value)
    end = item.end
    const isLast = text.startsWith(' and ', end)
    // `, lite quality` follows the languages.
    if (!isLast && (!text.startsWith(', ', end) || matchAt(THEN_TIER, text, end) !== undefined)) return { values, end }
    end += isLast ? ' and '.length : ', '.length
  }
}

const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy

function stringAt(text: string, at: number): Item | undefined {
  const quoted = matchAt(STRING, text, at)?.[0]
  if (quoted === undefined) return undefined
  const value: unknown = JSON.parse(quoted)
  return typeof value === 'string' ? { value, end: at + quoted.length } : undefined
}

/** The text of a JSON string; undefined for anything else. */
export function readQuotedText(text: string): string | undefined {
  const found = stringAt(text, 0)
  return found?.end === text.length ? found.value : undefined
}

const LONGEST_LABEL = 120
const IN_BRACKETS = /\(([A-Za-z\d_-]+)\)/g

/** A language with its tag in brackets, just as it is written here: `German (de)`. */
function labelAt(text: string, at: number): Item | undefined {
  const ahead = text.slice(at, at + LONGEST_LABEL)
  for (const { 0: brackets, 1: value = '', index } of ahead.matchAll(IN_BRACKETS)) {
    const end = index + brackets.length
    if (ahead.slice(0, end) === labelled(value)) return { value, end: at + end }
  }
  return undefined
}
