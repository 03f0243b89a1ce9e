/**
 * InDesign (IDML): the paragraphs of stories, in the order in which readers meet them on the pages; what stands in tables and notes comes behind
 * the paragraph that it hangs on. A paragraph is written anew from its first text to its last one; all else stays byte for byte.
 */
import { encodeLater } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { readMember } from '../bytes/parts/index.ts'
import { type CodedRuns, codedRuns, editsOfRuns, readAsRuns, signOfRuns } from '../bytes/runs/index.ts'
import { writeText } from '../bytes/xml/index.ts'
import { zipPackaging } from '../bytes/zip/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { ByteStream, Edit, Format, Open, Reason, Unit, UnitKind } from '../format.ts'
import { type IdmlFile, openIdml } from './document.ts'
import { idmlFacts } from './facts.ts'
import { itemTexts } from './item-texts.ts'
import { kindOfParagraph, styleName } from './kinds.ts'
import { type StoryPlace, storyPlaces } from './layout.ts'
import { mapTexts } from './map-texts.ts'
import { type MetadataText, metadataTexts } from './metadata.ts'
import { hasSigns } from './pieces.ts'
import { inPlace, isHalf, type Points, pointsOf } from './place.ts'
import { remarksOnDirection } from './remarks.ts'
import { roomInFrames } from './room.ts'
import { LayoutStoryReading, type StoryParagraph } from './story.ts'
import { type LayoutStyles, layoutStylesOf } from './styles.ts'

interface IdmlUnit extends Unit {
  /** Of a paragraph of a story. */
  readonly story?: { readonly runs: CodedRuns; readonly points: Points } | undefined
  /** Of the metadata. */
  readonly told?: MetadataText | undefined
}

/** Texts that are no longer there, that InDesign makes, or that have no place of their own: they are never written. */
const NEVER_WRITTEN: ReadonlySet<unknown> = new Set(['deleted', 'computed', 'not_taken'])

export const idml: Format<IdmlUnit> = {
  ...idmlFacts,
  packaging: zipPackaging,

  remarks: async (_, targets, spoken) => remarksOnDirection(targets, spoken),

  scan: (source, { original, beside } = {}) => new Flattened(() => numbered(source, beside && original)),

  edits(unit, translation) {
    if (translation === undefined || translation === unit.text) return []
    return unit.told ? editsOfMetadata(unit, unit.told, translation) : editsOfStory(unit, translation)
  },

  readsAs: ({ story }, translation) => (story ? readAsRuns(story.runs, translation) : translation),
  sign: ({ story, text }, translation) => (story ? signOfRuns(story.runs, translation) : (translation ?? text)),
}

function editsOfMetadata({ left_out }: IdmlUnit, told: MetadataText, translation: string): Edit[] {
  if (NEVER_WRITTEN.has(left_out)) return []
  const { member, raw, charset, where, start, end } = told
  const text = writeText(translation, { like: raw, charset, where })
  return text === undefined ? [] : [{ member, start, end, bytes: encodeLater(text, charset) }]
}

function editsOfStory({ member, charset, story, left_out }: IdmlUnit, translation: string): Edit[] {
  if (!story || NEVER_WRITTEN.has(left_out) || hasSigns(translation)) return []
  const { runs, points } = story
  if (!keepsOrder(runs, translation)) return []
  const said = (text: string): string | undefined => writeText(text, { like: '', charset, where: 'text' })
  const edits = inPlace(editsOfRuns(runs, translation, said), points.from, points.to)
  return edits.map(edit => ({ member, start: edit.start, end: edit.end, bytes: encodeLater(edit.text, charset) }))
}

/** Whether what begins or ends in other paragraphs, and so stands alone in this one, is in the order of the source. */
function keepsOrder({ codes, text }: CodedRuns, translation: string): boolean {
  const halves = codes.flatMap(({ kind, tag, open }) => (kind === 'alone' && isHalf(open) ? [`<${tag}/>`] : []))
  const inOrder = (of: string): string => halves.toSorted((one, other) => of.indexOf(one) - of.indexOf(other)).join('')
  return halves.length < 2 || inOrder(text) === inOrder(translation)
}

type Found = Omit<IdmlUnit, 'index'>

async function* numbered(source: ByteStream, original: Open | undefined): AsyncGenerator<readonly IdmlUnit[]> {
  const file = await openIdml(source)
  const before = original && (await openIdml(original()))
  let index = 0
  // They are made for this.
  const withNumber = (unit: Found): IdmlUnit => {
    index += 1
    return Object.assign(unit, { index: index - 1, ordinal: unit.story ? index : undefined })
  }
  for await (const units of unitsOf(file, before)) yield units.map(withNumber)
}

/** `before`: the file that a result was made from. Its stories are read beside those of the result. */
async function* unitsOf(file: IdmlFile, before: IdmlFile | undefined): AsyncGenerator<readonly Found[]> {
  const read = new Set<string>()
  const styles = await layoutStylesOf(file)
  const places = [...(await storyPlaces(file, styles))].reverse()
  for (let place = places.pop(); place; place = places.pop()) {
    const member = file.stories.get(place.story)
    if (member === undefined || read.has(member)) continue
    read.add(member)
    const { part, on_master, hidden } = place
    const anchored: string[] = []
    yield* unitsOfStory(file, before, { member, ...place, anchored, styles })
    // What is anchored in a story is met in it.
    for (const story of anchored.reverse()) places.push({ story, part, on_master, hidden, frames: undefined })
  }
  if (file.backing !== undefined) {
    const place = {
      member: file.backing,
      story: '',
      part: 'no page',
      on_master: false,
      hidden: true,
      frames: undefined,
    }
    yield* unitsOfStory(file, before, { ...place, anchored: [], styles })
  }
  yield* unitsOfMetadata(file)
}

async function* unitsOfMetadata(file: IdmlFile): AsyncGenerator<readonly Found[]> {
  let number = 0
  const { archive } = file
  for (const texts of [metadataTexts(archive), mapTexts(archive), itemTexts(file)]) {
    for await (const told of texts) {
      const { member, name, part, text, start, end, charset, left_out } = told
      number += 1
      // What is never written is not metadata that people may ask for.
      const kind = KINDS.get(left_out) ?? 'paragraph'
      const what = { path: `idml:/${member}#${name}${number}`, part, kind } as const
      yield [{ ...what, member, start, end, text, charset, told, left_out: reasonOf(told) }]
    }
  }
}

const KINDS: ReadonlyMap<MetadataText['left_out'], UnitKind> = new Map([
  ['metadata', 'metadata'],
  ['not_taken', 'alt text'],
  [undefined, 'alt text'],
] as const)

function reasonOf({ text, left_out }: MetadataText): Reason | undefined {
  return NEVER_WRITTEN.has(left_out) ? left_out : (leftOutOfText(text) ?? left_out)
}

interface StoryAt extends StoryPlace {
  readonly member: string
  /** Gets the stories that are anchored in it. */
  readonly anchored: string[]
  readonly styles: LayoutStyles
}

async function* unitsOfStory(
  file: IdmlFile,
  before: IdmlFile | undefined,
  at: StoryAt,
): AsyncGenerator<readonly Found[]> {
  const originals = before && batched(paragraphsOf(before, at.member, []))
  let number = 0
  try {
    for await (const paragraphs of paragraphsOf(file, at.member, at.anchored)) {
      const units: Found[] = []
      for (const paragraph of paragraphs) {
        const original = await originals?.next()
        number += 1
        const runs = codedRuns(paragraph.items, original && codedRuns(original.items))
        if (runs) units.push(unitOf(runs, number, paragraph, at))
      }
      yield units
    }
  } finally {
    await originals?.end()
  }
}

/** Items that come in batches, one by one. */
function batched<Item>(batches: AsyncGenerator<readonly Item[]>) {
  let batch: readonly Item[] = []
  let at = 0
  return {
    next: async (): Promise<Item | undefined> => {
      while (at >= batch.length) {
        const more = await batches.next()
        if (more.done) return undefined
        batch = more.value
        at = 0
      }
      at += 1
      return batch[at - 1]
    },
    end: () => batches.return(undefined),
  }
}

async function* paragraphsOf(
  file: IdmlFile,
  member: string,
  anchored: string[],
): AsyncGenerator<readonly StoryParagraph[]> {
  const reading = new LayoutStoryReading(file.hidden_conditions)
  for await (const { charset, nodes } of readMember(file.archive, member)) yield [...reading.take(nodes, charset)]
  anchored.push(...reading.anchored)
}

/** A border, which is one letter again and again in a font of ornaments. */
const ORNAMENT = /^(\p{L})\1{7,}$/u

/** There are many: the object is made once, and in one shape. */
function unitOf(runs: CodedRuns, number: number, paragraph: StoryParagraph, at: StoryAt): Found {
  const { charset, reason, style } = paragraph
  const meanings = runs.codes.flatMap(({ tag, meaning }) => (meaning ? [[tag, meaning] as const] : []))
  const drawn = ORNAMENT.test(runs.text) ? 'not_text' : undefined
  const left_out = reason ?? drawn ?? leftOutOfText(runs.text) ?? (at.hidden ? 'hidden' : undefined)
  const cell = cellOf(paragraph)
  return {
    path: `idml:/${at.member}#p${number}`,
    part: at.part,
    kind: kindOfParagraph(paragraph, at.on_master),
    member: at.member,
    start: runs.start,
    end: runs.end,
    text: runs.text,
    charset,
    story: { runs, points: pointsOf(runs, paragraph.before, paragraph.behind) },
    left_out,
    room: left_out ? undefined : roomInFrames(at.frames, paragraph, runs, at.styles),
    context: {
      kind: styleName(style) || undefined,
      row: cell?.row,
      column: cell?.column,
      stands_for: meanings.length > 0 ? Object.fromEntries(meanings) : undefined,
    },
  }
}

function cellOf({ cell }: StoryParagraph): { row: string; column: string } | undefined {
  const [column, row] = cell?.split(':').map(Number) ?? []
  return column === undefined || row === undefined ? undefined : { row: `${row + 1}`, column: `${column + 1}` }
}
