/** Which parts of a file an exact name stands for. */
import { shownLine } from '../../contract/hidden.ts'
import type { Pattern, Selection } from '../domain/intent.ts'
import { type PlanRefusal, planInvalid } from '../domain/plan-refusal.ts'
import type { Survey } from '../domain/survey.ts'
import { filesNamed } from './files-in-parcel.ts'
import { mostLike } from './most-like.ts'
import { separatorOf } from './survey.ts'

export type PartPattern = Extract<Pattern, { by: 'part' | 'file' }>

/** Finds parts by their very names. Made once for all names of an instruction. */
export interface NamedParts {
  /** Undefined: the file has no such part. */
  find(name: string): PartPattern | undefined
}

/** A row of a survey that stands for many parts without their names; a part may be called so, too. */
const REST = /^(?:other parts|… and \d+ more)$/u

/**
 * A name is that of one part, or ends in `.*` and stands for all below it. What people name so stands for all below without it, as a sheet or a
 * slide; keys do not, since a program may have both `menu` and `menu.file`. A part that is called `menu.*` itself comes first, unless
 * that row stands for all below. A name as a plan shows it, with codes for what is hidden or cut, is found where only one part is shown so.
 * Where a row may stand for parts that the survey does not list, a name in it is taken: measuring tells whether it is there.
 */
export function namedParts(survey: Survey): NamedParts {
  const rows = survey.parts.map(({ part }) => part)
  const whole = new Set(rows)
  const own = separatorOf(survey.extension) || '.'
  const separators = [...new Set([own, '.'])]
  const isGroup = (name: string) => separators.some(separator => name.endsWith(`${separator}*`))
  const below = (name: string) => rows.some(part => part.startsWith(name.slice(0, -1)) && part !== name)
  const cut = rows.filter(isGroup)
  const hasRest = rows.some(part => REST.test(part))
  let shown: Map<string, string | undefined> | undefined
  const one = (said: string, part: string) => ({ by: 'part', said, part, below: false }) as const
  const all = (said: string) => ({ by: 'part', said, part: said.slice(0, -1), below: true }) as const
  return {
    find(name) {
      if (whole.has(name)) return isGroup(name) && !below(name) ? all(name) : one(name, name)
      if (isGroup(name) && below(name)) return all(name)
      shown ??= shownNames(rows)
      const meant = shown.get(name)
      if (meant !== undefined) return one(name, meant)
      const root = `${name}${own}`
      if (own !== '.' && below(`${root}*`)) return { by: 'part', said: name, part: root, below: true }
      const files = filesNamed(name, survey)
      if (files !== undefined) return files
      const inside = cut.some(row => name.startsWith(row.slice(0, -1)))
      if (!inside && !hasRest) return undefined
      return isGroup(name) ? all(name) : one(name, name)
    },
  }
}

/** Parts by how a plan shows them; undefined where several are shown alike. */
function shownNames(parts: readonly string[]): Map<string, string | undefined> {
  const shown = new Map<string, string | undefined>()
  for (const part of parts) {
    const line = shownLine(part)
    if (line !== part) shown.set(line, shown.has(line) ? undefined : part)
  }
  return shown
}

const NAMES_OFFERED = 5
const GROUPS_OFFERED = 2_000
/** Characters of names in a refusal: what it says to do has to be seen, too. */
const ROOM = 380

/** 422 `plan_invalid`: an argument names parts that the file does not have. Says the nearest of those it has. */
export function noSuchParts(param: string, names: readonly string[], survey: Survey): PlanRefusal {
  const known = [...new Set([...groupsOf(survey), ...survey.parts.map(({ part }) => part)])]
  const refused: string[] = []
  for (const name of names) {
    const near = mostLike(name, known, NAMES_OFFERED)
    const offered = near.length > 0 ? `nearest: ${fitting(near)}` : `nothing like it; there are ${fitting(known)}`
    const line = `${quoted(name)} (${offered})`
    if (refused.length > 0 && refused.join('; ').length + line.length > ROOM) break
    refused.push(line)
  }
  const more = names.length - refused.length
  return planInvalid(
    param,
    `This file has no part called ${refused.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Name parts as a plan lists them; “menu.*” takes all below “menu.”.`,
    param,
  )
}

/** The same for names that only measuring showed to be absent. */
export function absentParts(names: readonly string[], { include }: Selection, survey: Survey): PlanRefusal {
  const [first = ''] = names
  return noSuchParts(include.some(({ said }) => said === first) ? 'only' : 'leave_out', names, survey)
}

/** The first of these names, as many as there is room for. */
function fitting(names: readonly string[]): string {
  let text = ''
  for (const name of names.slice(0, NAMES_OFFERED)) {
    const next = `${text}${text && ', '}${quoted(name)}`
    if (text && next.length > ROOM / 2) return text
    text = next
  }
  return text
}

/** The prefixes that a name with levels may be chosen by: `menu.*`, `menu.file.*`. */
function groupsOf({ parts, extension }: Survey): string[] {
  const separator = separatorOf(extension)
  if (separator === '') return []
  const groups = new Set<string>()
  for (const { part } of parts) {
    for (let at = part.indexOf(separator); at > 0; at = part.indexOf(separator, at + separator.length)) {
      if (groups.size >= GROUPS_OFFERED) return [...groups]
      groups.add(`${part.slice(0, at)}${separator}*`)
    }
  }
  return [...groups]
}

const quoted = (name: string): string => `“${shownLine(name)}”`
