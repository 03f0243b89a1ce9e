/** The shapes of clauses that are understood: a table of what a clause does with each sort of operand. */
import type { Pattern, Selection } from '../../domain/intent.ts'
import { languageNotSupported } from '../../domain/plan-refusal.ts'
import { keyOf } from '../selection.ts'
import { looksForeign } from './around.ts'
import type { Clause } from './clauses.ts'
import { clauseRoles, operandsOf } from './clauses.ts'
import { knownLanguageName } from './language-names.ts'
import { type ClauseRoles, type Operand, operandOf, phrase, type Source, type Stance } from './operands.ts'
import { choose, chooseReason, chooseState, type Fate, isIdle, type Reading } from './reading.ts'
import { nothingCalled } from './refusal.ts'

/** What a clause does with its operands. */
export function stanceOf(roles: ClauseRoles): Stance {
  const leaves = roles.has('skip') || (roles.has('out') && !roles.has('not'))
  if (roles.has('from')) return roles.has('not') || leaves ? 'nothing' : 'source'
  if (roles.has('instead') || (roles.has('swap') && !roles.has('into'))) return 'replace'
  if (leaves) return roles.has('only') ? 'nothing' : roles.has('not') ? 'restore' : 'remove'
  if (roles.has('only')) return roles.has('not') ? 'nothing' : 'only'
  if (roles.has('keep') || roles.has('as_is')) return roles.has('not') ? 'restore' : 'keep'
  if (roles.has('not')) return 'remove'
  return roles.has('also') ? 'add' : 'target'
}

/** A clause as it is read. */
export interface AskedClause {
  readonly clause: Clause
  readonly roles: ClauseRoles
  readonly stance: Stance
  readonly operands: readonly Operand[]
}

type Selected = Pick<Selection, 'include' | 'exclude'>

type Act = (context: Context, asked: AskedClause, operand: Operand) => Fate

export interface Context {
  readonly source: Source
  readonly reading: Reading
  /** The targets of the plan that the instruction refines, and what it selects. */
  readonly targets: readonly string[]
  readonly selected: Selected
  /** Targets that separate arguments say: words after them do not change these. */
  fixed?: readonly string[]
  fixedTier?: string
}

const done = (applied: boolean): Fate => (applied ? 'applied' : 'not_understood')

const ask: Act = (context, { clause, roles, stance, operands }, operand) => {
  const { source, reading } = context
  const { survey } = source
  switch (operand.is) {
    case 'choice':
      return done(
        operand.patterns.every(pattern => {
          const meant = stance === 'target' && bringsBack(context, roles, pattern) ? 'add' : stance
          return !isThereAlready(context, stance, pattern) && choose(reading, survey, clause, meant, pattern)
        }),
      )
    case 'reason':
      return done(chooseReason(reading, survey, stance, operand.reason))
    case 'state': {
      const missing = operands.some(other => other.is === 'state' && other.state === 'missing')
      if (chooseState(reading, stance, operand.state, operand.said, missing)) return 'applied'
      const fuzzy = { by: 'flag', said: operand.said, flag: 'fuzzy' } as const
      return done(operand.state === 'fuzzy' && choose(reading, survey, clause, stance, fuzzy))
    }
    default:
      return 'not_understood'
  }
}

/** `actually translate the notes` after `skip the notes`, `translate the headings` of a table that leaves them out: not only these. */
function bringsBack({ source, reading, targets, selected }: Context, roles: ClauseRoles, pattern: Pattern): boolean {
  if (!roles.has('translate') || roles.has('into') || roles.has('object')) return false
  const skipped = selected.include.length === 0 && selected.exclude.some(other => keyOf(other) === keyOf(pattern))
  return skipped || ([...targets, ...reading.fresh].length > 0 && isIdle(pattern, source.survey))
}

/** `not only the menu` after `only the menu` asks for more, and does not say what. */
const isThereAlready = ({ selected }: Context, stance: Stance, pattern: Pattern): boolean =>
  stance === 'add' && selected.include.some(other => keyOf(other) === keyOf(pattern))

/** Parts without a verb are meant only where a noun, a colon or an `into` beside them shows it. */
const askPlainly: Act = (context, asked, operand) => {
  const shown = asked.operands.some(each => each.is === 'choice' && each.plain)
  return asked.roles.has('translate') || asked.roles.has('into') || asked.roles.has('object') || shown
    ? ask(context, asked, operand)
    : 'not_understood'
}

const languages =
  (act: (reading: Reading, tags: readonly string[], context: Context, asked: AskedClause) => boolean): Act =>
  (context, asked, operand) =>
    done(operand.is === 'languages' && act(context.reading, operand.tags, context, asked))

const aim = languages((reading, tags, { fixed }, { roles }) => {
  if (fixed !== undefined && !roles.has('also') && !tags.every(tag => fixed.includes(tag))) return false
  reading.fresh.push(...tags)
  return true
})
const drop = languages((reading, tags) => reading.removed.push(...tags) > 0)
const yes: Act = () => 'applied'
const style: Act = ({ reading, targets }, _, operand) => {
  const all = [...targets, ...reading.fresh, ...reading.added]
  return operand.is === 'style' && operand.readers.every(tag => all.includes(tag)) ? 'guidance' : 'not_understood'
}
const term: Act = ({ reading }, _, operand) => {
  if (operand.is === 'term') reading.keep.push(operand.term)
  return done(operand.is === 'term')
}
const never: Act = () => 'applied'

/** For each stance, what is done with each sort of operand. What is not in the table is not understood. */
const SHAPES: Readonly<Record<Stance, Readonly<Partial<Record<Operand['is'], Act>>>>> = {
  target: {
    languages: aim,
    choice: askPlainly,
    state: ask,
    whole: ({ reading }) => {
      reading.everything = true
      return 'applied'
    },
  },
  only: { languages: aim, choice: ask, state: ask, whole: yes },
  add: {
    languages: languages((reading, tags) => reading.added.push(...tags) > 0),
    choice: ask,
    reason: ask,
    state: ask,
    whole: yes,
  },
  restore: {
    languages: languages((reading, tags) => reading.added.push(...tags) > 0),
    choice: ask,
    reason: ask,
    state: ask,
    whole: yes,
  },
  remove: {
    languages: drop,
    choice: ask,
    reason: ask,
    state: ask,
    never,
    term,
    whole: (_, { roles }) => done(roles.has('into')),
  },
  keep: {
    languages: languages((_, tags, { targets }) => tags.every(tag => targets.includes(tag))),
    choice: ask,
    reason: ask,
    state: ask,
    never,
    term,
    whole: yes,
    rest: yes,
  },
  source: {
    languages: languages((reading, tags) => {
      const [tag] = tags
      if (tag === undefined || tags.length > 1) return false
      reading.source = tag
      return true
    }),
  },
  replace: {},
  nothing: {},
}

/** Reads the operands of a clause. */
export function asked(source: Source, clause: Clause, roles: ClauseRoles = clauseRoles(clause)): AskedClause {
  const stance = stanceOf(roles)
  const operands = clause.runs.map((run, at): Operand => {
    const operand = operandOf(source, clause, run, stance, roles)
    if (at === 0 || !run.comma || !['unknown', 'choice', 'reason', 'never'].includes(operand.is)) return operand
    // `skip the notes, in a formal tone`: a wish of its own.
    const alone = operandOf(source, clause, run, 'target', new Set())
    if (alone.is !== 'style') return operand
    return operand.is !== 'choice' ? alone : { is: 'unknown', said: phrase(source, run.items), vague: true }
  })
  return { clause, roles, stance, operands }
}

/** Carries a clause out, and says for each of its runs what was done with it. Nothing is done where one of them is not understood. */
export function actOn(context: Context, clause: AskedClause): Fate[] {
  const { stance, operands } = clause
  if (stance === 'replace') return operands.map(() => done(replace(context.reading, clause)))
  const acts = operands.map(operand => (operand.is === 'style' ? style : SHAPES[stance][operand.is]))
  const bad = operands.find((_, at) => acts[at] === undefined)
  if (bad !== undefined) {
    if (bad.is === 'unknown') refuse(context, clause, bad)
    if (stance === 'only' && (bad.is === 'reason' || bad.is === 'never') && operands.length === 1)
      throw nothingCalled(phrase(context.source, operandsOf(clause.clause)), context.source.survey)
    return operands.map((operand, at) =>
      operand.is === 'style' ? (acts[at]?.(context, clause, operand) ?? 'not_understood') : 'not_understood',
    )
  }
  return operands.map((operand, at) => acts[at]?.(context, clause, operand) ?? 'not_understood')
}

/** `instead of German use Dutch`, `replace German by Dutch`, `use Dutch`. */
function replace(reading: Reading, { operands }: AskedClause): boolean {
  const tags = operands.flatMap(operand => (operand.is === 'languages' ? operand.tags : []))
  const [from, ...to] = tags
  if (from === undefined || operands.some(({ is }) => is !== 'languages')) return false
  reading.replaced.push(from)
  reading.fresh.push(...to)
  return true
}

/** Unknown names that must not be passed over: a language, since a plan without it would lack it, and a part that alone was asked for. */
function refuse(
  { source, reading }: Context,
  { stance, roles, operands }: AskedClause,
  { said, vague }: Extract<Operand, { is: 'unknown' }>,
): void {
  if (vague) return
  if (stance === 'target' && roles.has('into')) {
    const known = knownLanguageName(said)
    const shown = known === undefined || known.toLowerCase() === said.toLowerCase() ? said : `${known} (${said})`
    const first = operands[0]?.is === 'unknown' && operands[0].said === said
    if (known !== undefined || (first && looksForeign(said))) throw languageNotSupported(shown)
  }
  if (stance === 'only' && operands.length === 1 && reading.include.length === 0)
    throw nothingCalled(said, source.survey)
}

/** There are two tiers: `not lite` means standard. */
export function tierIn({ marks }: Clause): 'lite' | 'standard' | undefined {
  const tier = marks.find(({ role }) => role === 'lite' || role === 'standard')
  if (tier === undefined) return undefined
  const negated = marks
    .slice(0, marks.indexOf(tier))
    .some(({ role }) => role === 'not' || role === 'skip' || role === 'instead')
  return (tier.role === 'lite') !== negated ? 'lite' : 'standard'
}
