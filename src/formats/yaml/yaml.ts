/**
 * YAML: a unit per scalar value; keys are never translated, but for the one that names the language. The range of a unit is the scalar
 * with its quotes, or a block with its header, so everything else (order, comments, anchors, white space) is never changed. An alias is no
 * unit: what its anchor marks is translated once.
 */
import { byteCounter, decodeWhole } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { mayNeedRemarks, remarksOnTexts } from '../content/remarks-on-texts.ts'
import { detectorFor } from '../content/texts-in-languages.ts'
import { mayBeInLanguages } from '../content/variants.ts'
import type { ByteStream, Format, ScanOptions } from '../format.ts'
import { yamlFacts } from './facts.ts'
import { mayNameLanguages, sourceAmong, yamlLanguagesIn } from './languages.ts'
import { mergeYaml } from './merge.ts'
import { notingYaml } from './noting.ts'
import { type YamlUnit, yamlEdits } from './place.ts'
import { readScalars } from './reader.ts'
import { unitsIn } from './units.ts'
import type { Scalars } from './walk.ts'
import { type SaidBefore, yamlFileOf, yamlTextsIn } from './yaml-file.ts'

export const yaml: Format<YamlUnit> = {
  ...yamlFacts,

  async languages(source: ByteStream) {
    const { languages, texts } = await saidIn(source, undefined)
    const { roots, several, fields } = languages
    if (several) return { source: sourceAmong(roots, undefined, undefined)?.tag, several }
    const said = (roots[0] ?? fields[0])?.tag
    return texts.whole ? { source: said ?? texts.source, several: true } : { source: said }
  },

  async remarks(source, targets, spoken) {
    const { text } = await decodeWhole(source)
    if (!mayNeedRemarks(text)) return []
    const read = await readScalars(text)
    const tree = treeOf(read)
    const beside = { spoken, bears: await detectorFor(tree) }
    const languages = yamlLanguagesIn(text, read, spoken)
    if (languages.several) return []
    return remarksOnTexts(tree, yamlTextsIn(read, languages, beside), beside, targets)
  },

  scan: (stream, options = {}) => new Flattened(() => unitBatches(stream, options)),

  edits: (unit, translation, { language }) => yamlEdits(unit, translation, language),

  merge: mergeYaml,

  noting: notingYaml,
}

async function saidIn(stream: ByteStream, spoken: string | undefined): Promise<SaidBefore> {
  const { text } = await decodeWhole(stream)
  const read = await readScalars(text)
  const languages = yamlLanguagesIn(text, read, spoken)
  return { languages, texts: yamlTextsIn(read, languages, { spoken, bears: await detectorFor(treeOf(read)) }) }
}

function treeOf({ scalars, holders }: Scalars) {
  return { strings: scalars, holders }
}

/** How many units are given at a time. */
const SOME = 500

async function* unitBatches(
  stream: ByteStream,
  { target, source, original }: ScanOptions,
): AsyncGenerator<readonly YamlUnit[]> {
  const decoded = await decodeWhole(stream)
  const { text, charset, bom_bytes } = decoded
  const read = await readScalars(text)
  const bears = original === undefined ? await detectorFor(treeOf(read)) : undefined
  const purpose = { target: target?.language, source, is_result: original !== undefined, bears }
  const before =
    original && (mayNameLanguages(read) || mayBeInLanguages(treeOf(read)))
      ? await saidIn(original(), source)
      : undefined
  const file = yamlFileOf(decoded, read, purpose, before)
  const byteAt = byteCounter(text, charset, bom_bytes)
  let batch: YamlUnit[] = []
  let index = 0
  for (const unit of unitsIn(file)) {
    unit.index = index
    unit.start = byteAt(unit.start)
    unit.end = byteAt(unit.end)
    index += 1
    if (batch.push(unit) < SOME) continue
    yield batch
    batch = []
  }
  yield batch
}
