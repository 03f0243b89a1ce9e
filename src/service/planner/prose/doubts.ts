/** Words that mean either of two things, or a condition: what they belong to is reported, never guessed. */
import { canonicalTag } from '../../domain/languages.ts'
import { has, isEdge, isOne, languageFollows, type Place } from './around.ts'
import type { Token } from './lexer.ts'

/** `de/fr` is a list of languages. What is `menu/file`? */
export const isLanguageBeside = ({ tokens, at }: Place): boolean =>
  [tokens[at - 1], tokens[at + 1]].some(token => token?.tag !== undefined)

/** To where no word has its usual role. */
type Blocked = 'edge' | 'stop' | 'answer'

/**
 * After a condition or a bound no word has its usual role: `only if cheap` asks for nothing, nor does `up to Options`. A condition holds for
 * its sentence, as far as it does not name the target: `if cheap, Czech`. So does an answer to a question: `German? No, French`.
 */
export function blocks(place: Place, token: Token, blocked: Blocked | undefined): Blocked | undefined {
  const { tokens, at, before } = place
  if (before.length > 0 && isAnswer(place, token) && languageFollows(tokens, at + 1)) return 'answer'
  if (token.kind === 'stop' || (blocked === 'edge' && isEdge(token) && token.kind !== 'close')) return undefined
  if (has(token, 'condition') || isQuestion(place, token)) return 'stop'
  if (isBound(tokens, at) || isChoice(place, token)) return blocked ?? 'edge'
  const aims = has(token, 'into', 'into_weak') && languageFollows(tokens, at)
  return aims && blocked !== 'answer' ? undefined : blocked
}

/** `Should the notes be skipped?` */
const isQuestion = ({ before }: Place, token: Token): boolean =>
  (before.length === 0 || before.at(-1)?.as === 'boundary') && isOne(token, 'asking')

/** `Serbian, Latin`: a language, or the script of the one before it. */
export function isScript({ before }: Place, { tag }: Token): boolean {
  const [language, link] = before.slice(-2)
  if (tag !== 'la' || link?.as !== 'separator' || link.role === 'and' || language?.tag === undefined) return false
  return ![undefined, language.tag].includes(canonicalTag(`${language.tag}-Latn`))
}

/** `into Polish or Czech`: nobody knows which. `not French or German` means both. */
function isChoice({ tokens, at, before }: Place, token: Token): boolean {
  if (token.tag === undefined || tokens[at + 2]?.tag === undefined || !isOne(tokens[at + 1], 'either')) return false
  const clause = before.slice(before.findLastIndex(({ as }) => as === 'boundary') + 1)
  return !clause.some(({ role }) => role === 'not' || role === 'skip')
}

/** `rows without notes` are not all but the notes. */
export const isWithoutRows = ({ tokens, at }: Place, token: Token): boolean =>
  isOne(token, 'lacking') && isOne(tokens[at - 1], 'row')

/** Whether a token begins a bound: `up to Options`, `from Usage to Options`, but not `a partir del inglés`. */
function isBound(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined || token.postfix === true || token.part === true || languageFollows(tokens, at)) return false
  return has(token, 'bound') || (has(token, 'from') && !has(token, 'skip', 'glue'))
}

/** Whether a word is an answer by itself, so that it does not apply to what follows: `No, informal`. */
export function isAnswer({ tokens, at, before }: Place, token: Token): boolean {
  const opens = before.length === 0 || before.at(-1)?.as === 'boundary'
  return opens && tokens[at + 1]?.kind === 'comma' && isOne(token, 'answer')
}
