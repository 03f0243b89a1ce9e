/** Files that gain and lose single texts, for the tests of the families. */
import { expect } from 'vitest'
import type { Format, Merge, Unit } from '../../src/formats/format.ts'
import { splice } from '../../src/formats/index.ts'
import { bytesOf, fc, opened, rewrite, unitsOf } from './files.ts'

interface Brought {
  readonly source: string | Uint8Array
  /** The translations to take over, by the paths of their units. */
  readonly texts?: Readonly<Record<string, string>>
  /** Where more is taken over than is translated. */
  readonly take?: readonly string[]
  readonly remove?: readonly string[]
  readonly language?: string
}

/** What becomes of a file that is brought these changes. */
export async function merged(format: Format, there: string | Uint8Array, brought: Brought): Promise<string> {
  const { source, texts = {}, take = Object.keys(texts), remove = [], language = 'de' } = brought
  const from = await bytesOf(rewrite(format, opened(source), ({ path }) => texts[path], { language }))
  const change = { source: Buffer.from(source), from, take: new Set(take), remove: new Set(remove) }
  return (await changed(format, Buffer.from(there), change)).toString('utf8')
}

async function changed(format: Format, there: Uint8Array, change: Merge): Promise<Buffer> {
  if (format.merge === undefined) throw new Error('this format does not merge')
  return await bytesOf(splice(opened(there)(), await format.merge(there, change)))
}

interface LawOptions {
  readonly exact?: boolean
  readonly runs?: number
  readonly togetherOf?: (unit: Unit) => string | undefined
}

/** The items of a list are numbered: they go together. */
function withItsList({ group, path }: Unit): string {
  return group ?? path.replace(/\/\d+(?:\/.*)?$/, '')
}

/**
 * The laws of a merge, on one file: a translation of it that lost any of its texts keeps every other line, and is the whole translation again,
 * byte for byte, when it gets them back. `exact` false: as a list of its texts only, where a line may hold several texts. `togetherOf` tells
 * which texts go and come together, undefined for what always stays.
 */
export async function keepsTheLaws(
  format: Format,
  source: Uint8Array,
  { exact = true, runs = 20, togetherOf = withItsList }: LawOptions = {},
): Promise<void> {
  const language = 'de'
  const target = { language }
  const whole = await bytesOf(rewrite(format, opened(source), unit => (unit.left_out ? undefined : unit.text), target))
  const units = await unitsOf(format, opened(whole), { target, original: opened(source) })
  const groups = [...new Set(units.map(togetherOf))].filter(name => name !== undefined)
  const paths = (some: readonly string[]) =>
    new Set(units.filter(unit => some.includes(togetherOf(unit) ?? '')).map(({ path }) => path))
  const textsIn = async (file: Uint8Array) =>
    (await unitsOf(format, opened(file), { target, original: opened(source) }))
      .filter(unit => togetherOf(unit) !== undefined)
      .map(unit => [unit.path, unit.text, unit.target])
  const none = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.subarray(groups), async some => {
      const gone = paths(some)
      const rest = await changed(format, whole, { source, from: whole, take: none, remove: gone })
      const left = units.filter(unit => togetherOf(unit) !== undefined && !gone.has(unit.path)).map(({ path }) => path)
      expect((await textsIn(rest)).map(([path]) => path)).toEqual(left)
      if (exact) expect(isPartOf(linesOf(rest), linesOf(whole))).toBe(true)
      const again = await changed(format, rest, { source, from: whole, take: gone, remove: none })
      if (exact) expect(again.toString('utf8')).toBe(whole.toString('utf8'))
      else expect(await textsIn(again)).toEqual(await textsIn(whole))
    }),
    { numRuns: runs },
  )
}

/**
 * A file that gains and loses at once has each text that was taken and no other one changed, and a second time changes nothing. `take` and
 * `remove` name groups of units, where there are any.
 */
export async function hasWhatIsTaken(
  format: Format,
  { source, there }: { readonly source: string; readonly there: string },
  { take, remove }: { readonly take: readonly string[]; readonly remove: readonly string[] },
): Promise<void> {
  const target = { language: 'de' }
  const from = await bytesOf(
    rewrite(format, opened(source), ({ left_out, text }) => (left_out ? undefined : `N ${text}`), target),
  )
  const read = async (file: string | Uint8Array): Promise<Map<string, Unit>> =>
    new Map((await unitsOf(format, opened(file), { target, original: opened(source) })).map(unit => [unit.path, unit]))
  const [brought, before] = [await read(from), await read(there)]
  const pathsIn = (groups: readonly string[]): Set<string> =>
    new Set(
      [...before.values(), ...brought.values()].flatMap(({ group, path }) =>
        groups.includes(group ?? path) ? path : [],
      ),
    )
  const change = { source: Buffer.from(source), from, take: pathsIn(take), remove: pathsIn(remove) }
  const result = await changed(format, Buffer.from(there), change)
  const after = await read(result)
  const said = (unit: Unit | undefined) => [unit?.text, unit?.target]
  for (const path of new Set([...before.keys(), ...brought.keys()])) {
    const other = brought.get(path)
    if (change.take.has(path) && other) expect([path, said(after.get(path))]).toEqual([path, said(other)])
    else if (change.remove.has(path)) expect(after.has(path)).toBe(false)
    else if (before.has(path)) expect([path, said(after.get(path))]).toEqual([path, said(before.get(path))])
  }
  expect((await changed(format, result, change)).toString('utf8')).toBe(result.toString('utf8'))
}

/** The lines, without what separates a text from the next one. */
function linesOf(file: Buffer): string[] {
  return file
    .toString('utf8')
    .split(/\r?\n/)
    .map(line => line.replace(/[,\s]+$/, ''))
    .filter(line => line !== '')
}

function isPartOf(some: readonly string[], lines: readonly string[]): boolean {
  let at = 0
  for (const line of lines) if (line === some[at]) at += 1
  return at === some.length
}
