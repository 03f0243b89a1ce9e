/** A unit that is in a file gets the wording of another one. */
import { encodeLater } from '../bytes/charset.ts'
import { elementsIn, type NodeCopying, openedTag, writeCoded, type XmlElement } from '../bytes/xml/index.ts'
import type { Charset, Edit } from '../format.ts'
import type { XliffParts } from './parts.ts'
import { editsOfTarget, type XliffUnit } from './place.ts'
import { isUnfinished, writtenState } from './states.ts'

/** The units of both files by their paths, and the language of the translations. */
interface Two {
  readonly owns: ReadonlyMap<string, XliffUnit>
  readonly others: ReadonlyMap<string, XliffUnit>
  readonly to: XliffParts
  readonly from: XliffParts
  readonly language: string
}

export class Rewording {
  readonly #two: Two
  /** Units whose native codes were replaced: all of their segments share these. */
  readonly #replaced = new Set<XmlElement>()

  constructor(two: Two) {
    this.#two = two
  }

  /** The edits of a unit of 1.2 or a segment of 2.x that is there; `other` is the one that it becomes. */
  of(element: XmlElement, other: XmlElement, path: string, copying: NodeCopying): readonly Edit[] {
    const { owns, others, language, to } = this.#two
    const [own, brought] = [owns.get(path), others.get(path)]
    const translation = brought && saidBy(brought)
    if (!brought || !translation) return []
    const isSame = SOURCES.every(name => rawOf(partIn(element, name)) === rawOf(partIn(other, name)))
    if (own && isSame && saidBy(own) === translation && !isOpen(own)) return []
    const [source, newSource] = [partIn(element, 'source'), partIn(other, 'source')]
    const isCut = partIn(element, 'seg-source') !== undefined || partIn(other, 'seg-source') !== undefined
    // A translation that has not the codes of its source comes as it is.
    const isWritten = brought.place && writeCoded(brought.place.source, translation, to.charset) !== undefined
    if (!own?.place || !brought.place || !isWritten || !source || !newSource || (isCut && !isSame))
      return [refilled(element, other, copying, to.charset)]
    const unreviewed = brought.flags?.includes(writtenState(1, { language, unreviewed: true }))
    const place = { ...own.place, source: brought.place.source }
    const blank = isSame ? {} : { target: own.target && '', unwritten: '' }
    const edits = editsOfTarget({ ...own, ...blank, place }, translation, { language, unreviewed })
    if (isSame) return edits
    return [...this.#codes(path, copying), refilled(source, newSource, copying, to.charset), ...edits]
  }

  /** Native codes that a unit of 2.x keeps beside its text, for a source that came. */
  #codes(path: string, copying: NodeCopying): readonly Edit[] {
    const { to, from } = this.#two
    const [unit, other] = [to.units.get(path), from.units.get(path)]
    const data = other && partIn(other, DATA)
    if (!unit || !data || this.#replaced.has(unit)) return []
    this.#replaced.add(unit)
    const own = partIn(unit, DATA)
    if (own) return rawOf(own) === rawOf(data) ? [] : [refilled(own, data, copying, to.charset)]
    const first = elementsIn(unit.inside).find(({ local }) => local === 'segment' || local === 'ignorable')
    if (!first) return []
    const { name, raw } = data.tag
    const text = `${copying.verbatim([data.tag])}${copying.verbatim(data.inside)}</${name}>${first.indent}`
    const { start } = first.tag
    return raw.endsWith('/>') ? [] : [{ start, end: start, bytes: encodeLater(text, to.charset) }]
  }
}

const DATA = 'originalData'
/** What a translation is made from. */
const SOURCES = ['source', 'seg-source']

function partIn({ inside }: XmlElement, name: string): XmlElement | undefined {
  return elementsIn(inside).find(({ local }) => local === name)
}

function rawOf(element: XmlElement | undefined): string | undefined {
  return element?.inside.map(({ raw }) => raw.replace(/\r\n?/g, '\n')).join('')
}

/** The translation that a unit has; of a text that has a key for its source, what it says. */
function saidBy({ target, text }: XliffUnit): string {
  return target ?? text
}

function isOpen({ place, flags }: XliffUnit): boolean {
  return place !== undefined && (place.foreign || isUnfinished(place.version, flags?.[0]))
}

/** An element that gets the content of another one. */
function refilled(element: XmlElement, { inside }: XmlElement, copying: NodeCopying, charset: Charset): Edit {
  const { tag, from, to } = element
  const text = copying.verbatim(inside)
  if (tag.empty) return openedTag(tag, `${text}</${tag.name}>`, charset)
  return { start: from, end: to, bytes: encodeLater(text, charset) }
}
