import { plain } from './part-names.ts'

/** Wishes that cannot both hold, as beginnings of words in the five languages: the poles of a topic. */
const TOPICS: readonly (readonly [string, string])[] = [
  [
    'formal|formell|förmlich|sie form|mit sie|per sie|use sie|verwende sie|siez|vouvoie|vouvoy|vouvoiement|use vous|soutenu|usted|敬語|丁寧|フォーマル|です・ます|ですます',
    'informal|casual|informell|locker|du form|mit du|per du|use du|verwende du|duz|tutoie|tutoy|tutoiement|use tu|familier|tutea|tuteo|tutear|coloquial|colloquial|くだけた|カジュアル|だ・である',
  ],
  [
    'short|brief|concis|kurz|knapp|court|bref|brev|corto|corta|簡潔|短く|短い',
    'long|detailed|verbose|elaborate|ausführlich|detailliert|détaillé|detallad|詳しく|詳細',
  ],
  ['literal|wörtlich|littéral|直訳', 'free|freely|idiomatic|frei|librement|意訳'],
  ['british', 'american'],
]
const NEGATED =
  /^(?:not|no|don't|do not|never|less|nicht|kein|keine|weniger|pas|ne|n'|moins|no|menos|sin|without|ohne|sans)\b|\bnot\b|\bnicht\b|しないで/iu

const POLES = TOPICS.map(topic => topic.map(words => words.split('|').map(plain)))
const MARK = / \(this holds over “.*”\)$/su

/**
 * Wishes about style in the order they were made. A later wish replaces an earlier one that says the opposite, and names it in
 * brackets: engines and readers of the plan see both in one place.
 */
export function settled(wishes: readonly string[]): string[] {
  const kept: string[] = []
  for (const wish of wishes) {
    const said = wish.replace(MARK, '')
    const held = kept.findIndex(other => opposite(said, other.replace(MARK, '')))
    if (held < 0 || said !== wish) {
      if (!kept.includes(wish)) kept.push(wish)
      continue
    }
    const [earlier = ''] = kept.splice(held, 1)
    kept.push(`${said} (this holds over “${earlier.replace(MARK, '')}”)`)
  }
  return kept
}

const TONE_WORDS = /(?<!\p{L})(?:tone|register|ton|tonfall|anrede|registre|tono|registro)(?!\p{L})|トーン|口調|文体/iu

/** Whether a wish is about the tone: it names the tone, or asks for formal or informal words. */
export function concernsTone(wish: string): boolean {
  return TONE_WORDS.test(wish) || polesOf(wish.replace(MARK, ''))[0] !== undefined
}

function opposite(one: string, other: string): boolean {
  const mine = polesOf(one)
  const theirs = polesOf(other)
  return mine.some((pole, topic) => pole !== undefined && theirs[topic] !== undefined && pole !== theirs[topic])
}

/** Whether a wish asks for one of two poles: `formal`, `short sentences`. */
export function takesSide(wish: string): boolean {
  return polesOf(wish).some(pole => pole !== undefined)
}

/** For each topic the pole that a wish asks for; undefined where it speaks of neither or of both. */
function polesOf(wish: string): (0 | 1 | undefined)[] {
  const words = ` ${plain(wish).replace(/[^\p{L}\p{M}\p{N}・]+/gu, ' ')} `
  const turned = NEGATED.test(wish)
  return POLES.map(poles => {
    const [first = false, second = false] = poles.map(starts => starts.some(start => mentions(words, start)))
    if (first === second) return undefined
    return first !== turned ? 0 : 1
  })
}

function mentions(words: string, start: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(start)
    ? words.includes(start)
    : words.includes(` ${start}`)
}
