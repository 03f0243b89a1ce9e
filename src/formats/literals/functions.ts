/** Functions beside the texts of a module, such as one that picks a form of a plural: whether the file is one of texts all the same. */
import type { LiteralCode, LiteralRoot, LiteralValue } from './literal.ts'
import type { NameUses } from './name-uses.ts'

interface Stretch {
  readonly from: number
  readonly to: number
}

/** A function of a module that it does not export. */
export interface HelperFunction extends Stretch {
  readonly name: string
}

/** A file, and whether it is the translation of one of texts, which may have lost what calls a function. */
interface HelpersRead {
  readonly text: string
  readonly uses: NameUses
  readonly is_translation: boolean
}

/** Texts need a few. */
const MOST = 20
/** What does more than make one value of others. */
const DOES_MORE = /\b(?:this|await|async|yield|throw|delete|class|import|debugger)\b/
/** What is there without being made, and changes nothing. */
const COMPUTES: ReadonlySet<string> = new Set(
  'Array Intl Math Number Object String isNaN parseInt undefined'.split(' '),
)
/** Where a name is made. A declaration of a function is a helper itself, or inside of one. */
const MAKES = /^(?:pattern|VariableDeclarator\.id|FunctionDeclaration\.id|\w*Function\w*\.params|CatchClause\.param)$/

/** What is a function by itself, as the value of a key: `count => plurals(count)`. */
const FUNCTION = /^(?:\([^()]*\)\s*(?::[\w\s<>[\]|]*)?=>|[\w$]+\s*=>|function\b)/

/**
 * Whether a file is one of texts, with functions for these: each is called in a function that stands for a text, or by another that is, and computes
 * with what it is given and nothing else. Programs have other functions. How many texts there are, and what they say, decides nothing: a translation
 * reads as its source.
 */
export function areHelpersOfTexts(
  helpers: readonly HelperFunction[],
  roots: readonly LiteralRoot[],
  { text, uses, is_translation }: HelpersRead,
): boolean {
  if (helpers.length > MOST) return false
  const names = new Set(helpers.map(({ name }) => name))
  const called = new Set<HelperFunction>()
  const by: Stretch[] = roots
    .flatMap(({ holder }) => codeIn(holder))
    .filter(({ from, to }) => FUNCTION.test(text.slice(from, to)))
  for (let stretch = by.pop(); stretch !== undefined; stretch = by.pop()) {
    for (const helper of helpers) {
      if (called.has(helper) || helper === stretch || !uses.placesOf(helper.name).some(isIn(stretch))) continue
      called.add(helper)
      by.push(helper)
    }
  }
  return (
    (is_translation || called.size === helpers.length) &&
    helpers.every(helper => computesOnly(helper, names, text, uses))
  )
}

function computesOnly(helper: HelperFunction, names: ReadonlySet<string>, text: string, uses: NameUses): boolean {
  const { from, to } = helper
  if (DOES_MORE.test(text.slice(from, to))) return false
  return [...uses.names].every(([name, found]) => {
    const own = found.filter(({ at }) => isIn(helper)(at))
    return own.length === 0 || names.has(name) || COMPUTES.has(name) || own.some(({ place }) => MAKES.test(place))
  })
}

function codeIn(value: LiteralValue): LiteralCode[] {
  if (value.kind === 'holder') return value.members.flatMap(member => codeIn(member.value))
  return value.kind === 'code' ? [value] : []
}

function isIn({ from, to }: Stretch): (at: number) => boolean {
  return at => from <= at && at < to
}
