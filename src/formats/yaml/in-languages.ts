/** How a YAML file has the units of texts that have their languages beside each other. */
import type { BesideManner, Making } from '../content/beside-others.ts'
import { likeOthers } from '../content/language-tag.ts'
import { childPointer } from '../content/tree.ts'
import { memberOf } from '../content/variants.ts'
import { copied } from './copy.ts'
import { writeTag } from './languages.ts'
import { columnOf, lineEnd, lineUpTo } from './manner.ts'
import type { YamlScalar } from './scalar.ts'
import { behind } from './several.ts'
import { valuePlaceOf, valueUnit, type YamlDraft } from './value-unit.ts'
import type { YamlFile } from './yaml-file.ts'

export function inTheirLanguages(file: YamlFile): BesideManner<YamlScalar, YamlDraft> {
  return {
    target: file.target,
    isOwn: ({ place }) => place?.is !== 'added',
    filled: (own, scalar, original) => filled(file, scalar, own, original),
    made: making => madeOf(file, making),
  }
}

/** The unit of a translation that the file has, which may be empty. */
function filled(file: YamlFile, scalar: YamlScalar, own: YamlDraft, from: YamlScalar): YamlDraft {
  const said = scalar.value.trim()
  const unit = valueUnit(file, from)
  return {
    ...unit,
    ...{ path: own.path, start: own.start, end: own.end, target: said },
    left_out: unit.left_out ?? (said === '' ? undefined : 'already_translated'),
    place: valuePlaceOf(file, scalar, said),
  }
}

/** The units of a language that the text does not have yet, which is written behind the last one: a copy until it is translated. */
function madeOf(file: YamlFile, making: Making<YamlScalar>): readonly YamlDraft[] {
  const { text, from, last: behindIt, path } = making
  const { object, flow, pointer } = text.holder
  const head = object ? keyHead(file, making) : itemHead(file, making)
  if (head === undefined) return []
  const [at, before, key] = head
  const [source, last] = [memberOf(from), memberOf(behindIt)]
  const columns = [last, source].map(place => columnOf(file.text, object ? place.key_start : place.start))
  const depth = pointer.split('/').length
  return copied(file, {
    ...{ from: object ? source.key_end : source.start, to: source.end, start: at, end: at, before, after: '' },
    ...{ shift: flow ? 0 : (columns[0] ?? 0) - (columns[1] ?? 0), keepsAnchors: false },
    says: from.item?.field,
    names: new Set(from.item?.names),
    pathOf: keys => [key, ...keys.slice(depth)].reduce(childPointer, path),
  })
}

/** Where the copy is written, what stands before it, and its key. */
type Head = readonly [at: number, before: string, key: string]

/** A key in the manner of the source's. */
function keyHead(file: YamlFile, { text: { holder }, from, target, last: behindIt }: Making<YamlScalar>): Head {
  const [source, last] = [memberOf(from), memberOf(behindIt)]
  const raw = file.text.slice(source.key_start, source.key_end)
  const tag = likeOthers(from.written, target)
  const [quote = ''] = END_QUOTE.exec(raw) ?? []
  const stem = raw.slice(0, raw.length - quote.length - from.written.length)
  const written = STEM.test(stem) ? stem + tag + quote : writeTag(raw, tag)
  const { at, lead } = behind(file, { flow: holder.flow === true, start: last.key_start, end: last.end })
  return [at, lead + written, written.replace(QUOTES, '')]
}

const END_QUOTE = /["']$/
/** Something stands before the tag in its key. */
const STEM = /[^"']/
const QUOTES = /^["']|["']$/g

/** An item of a list; undefined where the last one does not stand behind a dash of its own. */
function itemHead(
  { text, eol }: YamlFile,
  { text: { holder }, last: behindIt, index }: Making<YamlScalar>,
): Head | undefined {
  const last = memberOf(behindIt)
  const key = String(index)
  if (holder.flow) return [last.end, ', ', key]
  const dash = Math.max(text.lastIndexOf('-', last.start - 1), 0)
  const mark = lineUpTo(text, dash) + text.slice(dash, last.start)
  return MARK.test(mark) ? [lineEnd(text, last.end), eol + mark, key] : undefined
}

const MARK = /^ *-[ \t]*(?:\r?\n *)?$/
