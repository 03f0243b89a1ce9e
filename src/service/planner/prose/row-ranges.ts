import { ORDINALS } from '../../../formats/index.ts'
import type { Rows } from '../../domain/survey.ts'

export interface Range {
  readonly from: number
  /** Null: to the end. */
  readonly to: number | null
}

/** Words that begin a text and speak of rows: how long they are, and which rows. */
export interface RangesSaid {
  readonly length: number
  readonly ranges: readonly Range[]
}

const NOUNS: Readonly<Record<Rows['called'], string>> = {
  row: `rows?|lines?|records?|entry|entries|items?|products?|zeilen?|datens(?:atz|ätzen?)|reihen?|einträgen?|produkten?|lignes?
    |rangées?|enregistrements?|produits?|filas?|líneas?|lineas?|renglones|registros?|productos?`.replace(/\s+/g, ''),
  paragraph: 'paragraphs?|abs(?:atz|ätzen?)|paragraphes?|párrafos?|parrafos?',
  slide: 'slides?|folien?|diapos?(?:itives?)?|diapositivas?|láminas?|スライド',
  cue: 'cues?|subtitles?|captions?|untertiteln?|sous-titres?|subtítulos?|subtitulos?',
  page: 'pages?|seiten?|páginas?|paginas?',
}
const COUNTERS: Readonly<Record<Rows['called'], string>> = {
  row: '行',
  paragraph: '段落',
  cue: '字幕',
  slide: '(?:枚目の)?スライド',
  page: 'ページ',
}

const NUMBERS: Readonly<Record<number, string>> = {
  1: 'one',
  2: 'two|zwei|deux|dos',
  3: 'three|drei|trois|tres',
  4: 'four|vier|quatre|cuatro',
  5: 'five|fünf|cinq|cinco',
  6: 'six|sechs|seis',
  7: 'seven|sieben|sept|siete',
  8: 'eight|acht|huit|ocho',
  9: 'nine|neun|neuf|nueve',
  10: 'ten|zehn|dix|diez',
  20: 'twenty|zwanzig|vingt|veinte',
  50: 'fifty|fünfzig|cinquante|cincuenta',
  100: 'hundred|hundert|cent|cien',
}
const NUMBER_WORDS = new Map(
  Object.entries(NUMBERS).flatMap(([number, words]) => words.split('|').map(word => [word, Number(number)] as const)),
)

const N = String.raw`\d{1,9}(?!\d|[.,]\d|\p{L})`
const COUNT = String.raw`(?:(?:a\s+)?(?:${[...NUMBER_WORDS.keys()].join('|')})(?!\p{L})|${N})`
const UP_TO = String.raw`\s*(?:-|–|—|\.\.\.?|…|\s(?:to|through|thru|until|till|bis(?:\s+zu[r]?)?|à|jusqu['’]à|a|al|hasta)\s)\s*`
const AND = String.raw`\s*(?:,\s*(?:and|und|et|y)?|&|\s(?:and|und|et|y)\s)\s*`
const OPEN = String.raw`(?:\s*\+|\s+(?:and\s+(?:up|on|onwards?|above|later|higher|following)|onwards?|or\s+(?:higher|later)|to\s+the\s+(?:end|last)|bis\s+zum\s+(?:ende|schluss)|und\s+(?:folgende|weiter|höher)|jusqu['’]à\s+la\s+fin|et\s+(?:suivantes|après)|en\s+adelante|hasta\s+el\s+final))`
const ARTICLE = String.raw`(?:(?:the|der|die|den|dem|la|les|el|los|las|l['’])\s*)?`
const NUMBERED = String.raw`(?:\s*(?:numbers?|nos?\.?|nr\.?|n[°º]|#))?\s*`
const AFTER = 'after|past|beyond|nach|après|después\\s+de|tras'
const BEFORE = 'before|above|vor|avant|antes\\s+de'
const UNTIL = "up\\s+to(?:\\s+and\\s+including)?|until|till|through|bis(?:\\s+zu[r]?)?|jusqu['’]à|hasta"
const SINCE =
  'from|starting\\s+(?:at|from|with|in)|beginning\\s+(?:at|with)|since|ab|von|à\\s+partir\\s+de|depuis|de|a\\s+partir\\s+de|desde'

interface Grammar {
  readonly pattern: RegExp
  read(match: RegExpExecArray, rows: Rows): readonly Range[]
}

const numberIn = (text: string | undefined): number => {
  const word = (text ?? '').toLowerCase().replace(/^a\s+/, '')
  return NUMBER_WORDS.get(word) ?? Number(word)
}

/** The ranges in a list: `2-50`, `2, 5 and 9-12`. With `open`, the last of them goes on to the end. */
function listed(list: string, open: boolean): Range[] {
  const ranges = list.split(new RegExp(AND, 'iu')).map(piece => {
    const [from = 0, to = from] = (piece.match(/\d+/g) ?? []).map(Number)
    return { from: Math.min(from, to), to: Math.max(from, to) }
  })
  return open ? ranges.map((range, at) => (at === ranges.length - 1 ? { ...range, to: null } : range)) : ranges
}

/** Counting from the first row below the headings, which people do not count. */
const firstRows = (count: number, rows: Rows): Range[] => [{ from: rows.first, to: rows.first + count - 1 }]
const lastRows = (count: number, rows: Rows): Range[] => [
  { from: Math.max(rows.first, rows.last - count + 1), to: null },
]

function grammarsOf(called: Rows['called']): readonly Grammar[] {
  const noun = `(?:${NOUNS[called]})(?!\\p{L})`
  const counter = COUNTERS[called]
  const rule = (text: string) => new RegExp(`^(?:${text})`, 'iu')
  const range = `${N}(?:${UP_TO}${ARTICLE}(?:${noun}\\s*)?${N})?`
  const first = 'first|top|ersten?|premi[eè]re?s?|primer[ao]?s?'
  const last = 'last|bottom|final|letzten?|derni[eè]re?s?|[uú]ltim[ao]s?'
  return [
    {
      pattern: rule(`(?:${AFTER})\\s+${ARTICLE}${noun}${NUMBERED}(${N})|${noun}\\s+(?:${AFTER})\\s+(${N})`),
      read: match => [{ from: numberIn(match[1] ?? match[2]) + 1, to: null }],
    },
    {
      pattern: rule(`(?:${BEFORE})\\s+${ARTICLE}${noun}${NUMBERED}(${N})|${noun}\\s+(?:${BEFORE})\\s+(${N})`),
      read: match => [{ from: 1, to: numberIn(match[1] ?? match[2]) - 1 }],
    },
    {
      pattern: rule(`(?:${UNTIL})\\s+${ARTICLE}${noun}${NUMBERED}(${N})|${noun}\\s+(?:${UNTIL})\\s+(${N})`),
      read: match => [{ from: 1, to: numberIn(match[1] ?? match[2]) }],
    },
    {
      pattern: rule(
        `(?:${SINCE})\\s+${ARTICLE}${noun}${NUMBERED}(${range})(?:${OPEN})?|${noun}\\s+(?:${SINCE})\\s+(${range})(?:${OPEN})?`,
      ),
      read(match) {
        const said = match[1] ?? match[2] ?? ''
        return listed(said, (said.match(/\d+/g) ?? []).length === 1)
      },
    },
    {
      pattern: rule(`${noun}${NUMBERED}(${range}(?:${AND}${range})*)(${OPEN})?`),
      read: match => listed(match[1] ?? '', match[2] !== undefined),
    },
    {
      pattern: rule(`(?:${first})\\s+(${COUNT})\\s+${noun}|(${COUNT})\\s+(?:${first})\\s+${noun}`),
      read: (match, rows) => firstRows(numberIn(match[1] ?? match[2]), rows),
    },
    {
      pattern: rule(`(?:${last})\\s+(${COUNT})\\s+${noun}|(${COUNT})\\s+(?:${last})\\s+${noun}`),
      read: (match, rows) => lastRows(numberIn(match[1] ?? match[2]), rows),
    },
    { pattern: rule(`(?:first|ersten?|premi[eè]re?|primera?)\\s+${noun}`), read: (_, rows) => firstRows(1, rows) },
    { pattern: rule(`(?:last|letzten?|derni[eè]re?|[uú]ltima?)\\s+${noun}`), read: (_, rows) => lastRows(1, rows) },
    {
      pattern: rule(`(\\d+)(?:${counter}目?)?(?:から|〜|～|-|－|–|ー)(\\d+)${counter}目?(?:まで)?`),
      read: match => [{ from: numberIn(match[1]), to: numberIn(match[2]) }],
    },
    {
      pattern: rule(`(?:最初|先頭|初め|はじめ)の(\\d+)${counter}`),
      read: (match, rows) => firstRows(numberIn(match[1]), rows),
    },
    { pattern: rule(`(?:最後|末尾)の(\\d+)${counter}`), read: (match, rows) => lastRows(numberIn(match[1]), rows) },
    { pattern: rule(`(\\d+)${counter}目?(?:以降|から)`), read: match => [{ from: numberIn(match[1]), to: null }] },
    { pattern: rule(`(\\d+)${counter}目?まで`), read: match => [{ from: 1, to: numberIn(match[1]) }] },
    {
      pattern: rule(`(\\d+)${counter}目`),
      read: match => [{ from: numberIn(match[1]), to: numberIn(match[1]) }],
    },
  ]
}

const GRAMMARS = new Map(ORDINALS.map(called => [called, grammarsOf(called)] as const))

/** The longest phrase about rows at the beginning of a text: `rows 2-50`, `the first 100 rows`, `ab Zeile 10`. */
export function rangesAt(text: string, rows: Rows): RangesSaid | undefined {
  let best: RangesSaid | undefined
  for (const { pattern, read } of GRAMMARS.get(rows.called) ?? []) {
    const match = pattern.exec(text)
    if (match === null || match[0].length <= (best?.length ?? 0)) continue
    best = { length: match[0].length, ranges: read(match, rows) }
  }
  return best
}
