/** Brings single texts to a YAML file, and takes single texts out of it. */
import { type Edit, FormatError, type Merge } from '../format.ts'
import {
  addressOf,
  asYamlFile,
  type MergeFile,
  mergeFileOf,
  type RootNames,
  readMergeText,
  rootsBeside,
  rootsLike,
  rootsOfSource,
  scalarsByAddress,
  treeOfFile,
} from './merge-file.ts'
import { type Bringing, bringTo } from './merge-insertion.ts'
import { stepsOf, stylesBetween } from './merge-manner.ts'
import { editsOfTree, type Printed } from './merge-print.ts'
import { goingIn, removeFrom } from './merge-removal.ts'
import { type Held, newPiece, type Piece, type TreeItem, textOfPieces, type YamlTree } from './merge-tree.ts'
import { scalarAt } from './place.ts'
import type { YamlScalar } from './scalar.ts'
import { valuePlaceOf } from './value-unit.ts'
import type { YamlFile } from './yaml-file.ts'

type Texts = ReadonlyMap<string, readonly YamlScalar[]>

interface Side {
  readonly file: MergeFile
  readonly roots: RootNames
  readonly texts: Texts
}

/** What a merge works with. */
interface Sides {
  readonly there: Side
  readonly from: Side
  readonly manner: YamlFile
}

interface Wanted {
  readonly take: ReadonlySet<string>
  readonly remove: ReadonlySet<string>
}

/**
 * The edits that make the changes. What cannot be made without harm to other texts is left: something else with the same key is in the way,
 * an alias needs the anchor of what would go, an item of a list is not its last, a map with complex keys would have to grow, the file lacks the
 * whole document. An emptied root holds nothing: `de:`, or an empty file.
 * @throws {FormatError} as `scan`
 */
export async function mergeYaml(there: Uint8Array, { source, from, take, remove }: Merge): Promise<readonly Edit[]> {
  const [own, other, original] = await Promise.all([there, from, source].map(mergeFileOf))
  if (own === undefined || other === undefined || original === undefined) return []
  const roots = rootsOfSource(original)
  const otherRoots = rootsBeside(other, original, roots)
  const sides: Sides = {
    there: sideOf(own, rootsLike(own, roots, otherRoots)),
    from: sideOf(other, otherRoots),
    manner: asYamlFile(own),
  }
  const taken = [...take].filter(path => sides.from.texts.has(path))
  const removed = [...remove].filter(path => !take.has(path))
  const all = [...taken, ...removed].map(path => ({ path, isTaken: take.has(path) }))
  return (await whatHolds(sides, all)).edits
}

function sideOf(file: MergeFile, roots: RootNames): Side {
  return { file, roots, texts: scalarsByAddress(file, roots) }
}

interface Step {
  readonly path: string
  readonly isTaken: boolean
}

/** As many of the changes as can be made together. Nearly always these are all; else halves are tried, and halves of these. */
async function whatHolds(sides: Sides, all: readonly Step[]): Promise<Printed> {
  let kept: readonly Step[] = []
  let best: Printed = { text: sides.there.file.text, edits: [] }
  const left = [all]
  for (let some = left.pop(); some; some = left.pop()) {
    const steps = [...kept, ...some]
    const tried = await changed(sides, wantedOf(steps))
    if (await isRight(sides, tried, wantedOf(steps))) [kept, best] = [steps, tried]
    else if (some.length > 1) {
      const half = some.length >> 1
      left.push(some.slice(half), some.slice(0, half))
    }
  }
  return best
}

function wantedOf(steps: readonly Step[]): Wanted {
  const pathsOf = (isTaken: boolean) => new Set(steps.filter(step => step.isTaken === isTaken).map(({ path }) => path))
  return { take: pathsOf(true), remove: pathsOf(false) }
}

async function changed({ there, from, manner }: Sides, { take, remove }: Wanted): Promise<Printed> {
  const tree = await treeOfFile(there.file, there.roots)
  const other = await treeOfFile(from.file, from.roots)
  const isNamed = (path: string): boolean => remove.has(path)
  const { eol, ascii } = manner
  const bringing: Bringing = {
    ...{ manner: { eol, ascii }, going: goingIn(tree, isNamed), wanted: wantedIn(other, take) },
    styles: stylesBetween(pairsOf(there.texts, from.texts), { eol, ascii }),
    steps: { from: stepsOf(other), there: stepsOf(tree) },
    anchors: new Set(tree.anchors.map(({ name }) => name)),
    comments: new Set(from.file.text.match(/^[ \t]*#.*$/gm)?.map(line => line.trim())),
    replaced: (present, by) => replaced(manner, present, by),
    patched: value => patched(value, { there, from, manner }, take),
  }
  bringTo(tree, other, bringing)
  // What got something stays, so what goes is looked up again.
  const going = goingIn(tree, isNamed)
  removeFrom(tree, item => going.has(item))
  return editsOfTree(tree, there.file.decoded, eol)
}

/** What is taken, and all that holds it. */
function wantedIn({ documents }: YamlTree, take: ReadonlySet<string>): ReadonlySet<TreeItem> {
  const wanted = new Set<TreeItem>()
  const look = (item: TreeItem): boolean => {
    const { is, items, scalar } = item.value
    const below = items.map(look)
    const isFixed = is === 'fixed' && [...take].some(path => path.startsWith(`${item.path}/`))
    const isWanted = below.some(Boolean) || isFixed || (scalar !== undefined && take.has(item.path))
    if (isWanted) wanted.add(item)
    return isWanted
  }
  documents.forEach(look)
  return wanted
}

function* pairsOf(there: Texts, from: Texts): Generator<readonly [YamlScalar, YamlScalar]> {
  for (const [path, [one]] of from) {
    const other = there.get(path)?.[0]
    if (one && other) yield [one, other]
  }
}

/** A text in the manner of the one whose place it takes; undefined where it is there. */
function replaced(manner: YamlFile, present: YamlScalar, by: YamlScalar): string | undefined {
  if (saidBy(present) === saidBy(by)) return undefined
  const said = by.value.trim()
  if (by.typed !== undefined) return by.value
  return scalarAt(valuePlaceOf(manner, present, present.value.trim()), said)
}

/** What a scalar is for programs, without white space around it. */
function saidBy({ value, typed }: YamlScalar): string {
  return `${typed ?? ''}\0${value.trim()}`
}

/** The text of something that is not taken apart, with the texts in it that are taken. */
function patched(
  { start, end, open }: Held,
  { there, from, manner }: Sides,
  take: ReadonlySet<string>,
): readonly Piece[] {
  const pieces: Piece[] = []
  const text = textOfPieces(open)
  let cursor = start
  for (const scalar of there.file.read.scalars) {
    if (scalar.start < start || scalar.end > end) continue
    const path = addressOf(scalar, there.roots)
    const by = take.has(path) ? from.texts.get(path)?.at(-1) : undefined
    const written = by && replaced(manner, scalar, by)
    if (written === undefined) continue
    pieces.push({ text: text.slice(cursor - start, scalar.start - start), at: cursor }, newPiece(written))
    cursor = scalar.end
  }
  return [...pieces, { text: text.slice(cursor - start), at: cursor }]
}

/** Whether a file that was changed reads as it should: what is taken as it is there, all else as before. */
async function isRight({ there, from }: Sides, { text }: Printed, { take, remove }: Wanted): Promise<boolean> {
  const { decoded } = there.file
  const file = await readMergeText({ ...decoded, text }).catch(faultless)
  if (file === undefined) return false
  const roots = rootsLike(file, new Map([...from.roots]), there.roots.size > 0 ? there.roots : from.roots)
  const now = scalarsByAddress(file, roots)
  for (const [path, scalars] of now) {
    const before = there.texts.get(path)
    const theirs = from.texts.get(path)?.map(saidBy) ?? []
    const isTheirs = scalars.every(scalar => theirs.includes(saidBy(scalar)))
    if (!(isTheirs && (take.has(path) || before === undefined)) && !areAlike(scalars, before)) return false
  }
  for (const path of there.texts.keys()) if (!now.has(path) && !remove.has(path)) return false
  if (!ALIAS.test(text)) return true
  return danglingIn(await treeOfFile(file, roots)) <= danglingIn(await treeOfFile(there.file, there.roots))
}

/** What may be an alias, in a text or not. */
const ALIAS = /\*[^\s,[\]{}]/

function faultless(cause: unknown): undefined {
  if (!(cause instanceof FormatError)) throw cause
}

function areAlike(some: readonly YamlScalar[], others: readonly YamlScalar[] | undefined): boolean {
  return some.length === others?.length && some.every((one, at) => saidBy(one) === saidBy(others[at] ?? one))
}

/** How many aliases have no anchor before them. */
function danglingIn({ aliases, anchors }: YamlTree): number {
  const first = new Map([...anchors].reverse().map(({ name, at }) => [name, at]))
  return aliases.filter(({ name, at }) => (first.get(name) ?? at) >= at).length
}
