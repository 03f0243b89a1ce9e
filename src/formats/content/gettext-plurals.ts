/** Plural forms of gettext: how many forms a language has, and which form a number takes. */

export interface PluralForms {
  readonly count: number
  /** The C expression over `n`. */
  readonly expression: string
  /** The index of the form that a number takes. */
  readonly of: (n: number) => number
}

/**
 * Expressions by language. Where the manual of gettext and the Unicode repository (CLDR) differ, the rule
 * with more forms is taken. An exception are Filipino languages, with two forms: translators do not use their Unicode rule.
 */
const EXPRESSIONS: readonly (readonly [count: number, expression: string, languages: string])[] = [
  [1, '0', 'bo dz id ig ja jv km ko lo ms my su th to vi wo yo yue zh'],
  [2, 'n > 1', 'ak am bh bn ceb fa fil fr gu hi hy kab kn ln mg nso oc pa pt si ti tl wa zu'],
  [2, 'n%10!=1 || n%100==11', 'is mk'],
  [3, 'n==1 ? 0 : n==2 ? 1 : 2', 'he iu se sma smi smj smn sms'],
  [3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2', 'be bs hr ru sh sr uk'],
  [3, 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2', 'pl csb szl'],
  [3, 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2', 'cs sk'],
  [3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>20) ? 1 : 2', 'lt'],
  [3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2', 'lv'],
  [3, 'n==1 ? 0 : n==0 || n%100>0 && n%100<20 ? 1 : 2', 'ro mo'],
  [4, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3', 'sl dsb hsb'],
  [4, 'n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3', 'gd'],
  [4, 'n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3', 'gv'],
  [5, 'n==1 ? 0 : n==2 ? 1 : n>2 && n<7 ? 2 : n>6 && n<11 ? 3 : 4', 'ga'],
  [5, 'n==1 ? 0 : n==2 ? 1 : n==0 || n%100>2 && n%100<11 ? 2 : n%100>10 && n%100<20 ? 3 : 4', 'mt'],
  [6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5', 'ar'],
  [6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5', 'cy'],
]
/** The rule of all other languages. */
const USUAL = 'n != 1'
/** European Portuguese has the rule of most languages; `pt` alone means Brazilian Portuguese. */
const BY_TAG: ReadonlyMap<string, string> = new Map([['pt-pt', USUAL]])

const BY_LANGUAGE = new Map(
  EXPRESSIONS.flatMap(([count, expression, languages]) =>
    languages.split(' ').map(language => [language, { count, expression }] as const),
  ),
)

/** The plural forms that a catalogue in this language has. */
export function pluralFormsFor(tag: string): PluralForms {
  const lower = tag.toLowerCase()
  const own = BY_TAG.get(lower)
  const { count, expression } = (own ? undefined : BY_LANGUAGE.get(lower.split('-')[0] ?? '')) ?? {
    count: 2,
    expression: own ?? USUAL,
  }
  return { count, expression, of: compile(expression) ?? (() => 0) }
}

/** Rules that catalogues of these languages have had, too: before their Unicode rule was known, or as a program's default. */
const ALSO: readonly (readonly [expression: string, languages: string])[] = [
  ['0', 'az fa hu ka kk ku ky mn tg tk tr tt ug uz'],
  [USUAL, 'ak am bn ceb fa fil gu he hi hy id is kab kn lv mg mk ms nso oc pa pt si ti tl wa zu'],
  ['n > 1', 'id pt tr uz'],
]

/**
 * Whether a catalogue with this rule may be one in the language. It is none where the rule is that of other languages, or tells more
 * numbers apart than the language does. A rule that no language has says nothing.
 */
export function isRuleOf(own: PluralForms, tag: string): boolean {
  const usual = pluralFormsFor(tag)
  if (countAlike(own, usual)) return true
  const language = tag.toLowerCase().split('-')[0] ?? ''
  const isLike = (expression: string): boolean => countAlike(own, { of: compile(expression) ?? (() => 0) })
  if (ALSO.some(([expression, languages]) => languages.split(' ').includes(language) && isLike(expression))) return true
  if (usual.count <= 2 && own.count > usual.count) return false
  return ![USUAL, ...EXPRESSIONS.map(([, expression]) => expression)].some(isLike)
}

type Rule = Pick<PluralForms, 'of'>

/** Whether two rules give every number the same form. */
export function countAlike(one: Rule, other: Rule): boolean {
  for (let n = 0; n < NUMBERS_TRIED; n += 1) if (one.of(n) !== other.of(n)) return false
  return true
}

/** Reads the `Plural-Forms` field of a header; undefined for a field that gettext would not accept. */
export function parsePluralForms(field: string): PluralForms | undefined {
  const [, number, expression] = /^\s*nplurals\s*=\s*(\d{1,2})\s*;\s*plural\s*=\s*([^;]{1,500});?\s*$/.exec(field) ?? []
  const of = compile(expression ?? '')
  const count = Number(number)
  if (expression === undefined || !of || !(count >= 1 && count <= 10)) return undefined
  return examples(of, count).length === count ? { count, expression: expression.trim(), of } : undefined
}

/** The field as it is written in a header. */
export function pluralFormsField({ count, expression }: PluralForms): string {
  return `nplurals=${count}; plural=${count === 1 ? '0' : `(${expression})`};`
}

const NUMBERS_TRIED = 1000
const NUMBERS_NAMED = 5

/** For each form the smallest numbers that take it, at most five. An empty list where a number takes a form beyond the last. */
function examples(of: (n: number) => number, count: number): number[][] {
  const found: number[][] = Array.from({ length: count }, () => [])
  for (let n = 0; n <= NUMBERS_TRIED; n += 1) {
    const numbers = found[of(n)]
    if (!numbers) return []
    if (numbers.length < NUMBERS_NAMED) numbers.push(n)
  }
  return found
}

export interface FormUse {
  /** Used for the number 1 and no other: the only form that may leave the number out. */
  readonly only_one: boolean
  /** Used for 1. */
  readonly one: boolean
  /** For a translator: `2, 3, 4, 22, 23 …`. */
  readonly numbers: string
}

/** For each form, the numbers that it is used for. */
export function usesOf({ of, count }: PluralForms): FormUse[] {
  return examples(of, count).map(numbers => ({
    only_one: numbers.length === 1 && numbers[0] === 1,
    one: numbers.includes(1),
    numbers: numbers.join(', ') + (numbers.length === NUMBERS_NAMED ? ' …' : ''),
  }))
}

/** For each form, the first number that it is used for, but another than 1 where it has one. */
export function exampleNumbers({ of, count }: PluralForms): number[] {
  return examples(of, count).map(numbers => numbers.find(n => n !== 1) ?? 1)
}

type Evaluate = (n: number) => number

/** The operators of C on whole numbers by precedence, lowest first. */
const LEVELS: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { '||': (a, b) => Number(a !== 0 || b !== 0) },
  { '&&': (a, b) => Number(a !== 0 && b !== 0) },
  { '==': (a, b) => Number(a === b), '!=': (a, b) => Number(a !== b) },
  {
    '<': (a, b) => Number(a < b),
    '>': (a, b) => Number(a > b),
    '<=': (a, b) => Number(a <= b),
    '>=': (a, b) => Number(a >= b),
  },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b },
]

/** A C expression over `n` as a function; undefined for an invalid one. `parsePluralForms` limits its length, and so the recursion. */
function compile(expression: string): Evaluate | undefined {
  const tokens = expression.match(/\d+|n|\|\||&&|[=!<>]=|[-+*/%<>!?:()]|\S/g) ?? []
  let at = 0
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at += 1
    return true
  }
  const conditional = (): Evaluate | undefined => {
    const test = level(0)
    if (!take('?')) return test
    const yes = conditional()
    const no = take(':') ? conditional() : undefined
    return test && yes && no && (n => (test(n) !== 0 ? yes(n) : no(n)))
  }
  const level = (depth: number): Evaluate | undefined => {
    const operators = LEVELS[depth]
    if (!operators) return unary()
    let left = level(depth + 1)
    for (;;) {
      const operator = operators[tokens[at] ?? '']
      if (!operator) return left
      at += 1
      const first = left
      const second = level(depth + 1)
      left = first && second && (n => operator(first(n), second(n)))
    }
  }
  const unary = (): Evaluate | undefined => {
    if (take('!')) {
      const inner = unary()
      return inner && (n => Number(inner(n) === 0))
    }
    if (take('n')) return n => n
    if (take('(')) {
      const inner = conditional()
      return take(')') ? inner : undefined
    }
    const number = /^\d+$/.test(tokens[at] ?? '') ? Number(tokens[at]) : undefined
    at += 1
    return number === undefined ? undefined : () => number
  }
  const whole = conditional()
  return at === tokens.length ? whole : undefined
}
