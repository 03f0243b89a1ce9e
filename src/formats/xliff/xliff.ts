/**
 * XLIFF 1.2 and 2.x: a unit per text, with its inline elements as tags. The source is `source`; a translation is written into `target`,
 * which is made where it is not there, and gets the state of a translation. Alternatives, skeletons and headers are passed by.
 */

import { sameTag } from '../../contract/language-tags.ts'
import { oneChunk } from '../bytes/ranges.ts'
import type { ByteStream, FileLanguages, Format, ScanOptions, Target } from '../format.ts'
import { xliffFacts } from './facts.ts'
import { numbersLike, originsIn } from './file-numbers.ts'
import { SourceSample } from './keyed.ts'
import { tagWritten, targetLanguagesIn } from './languages.ts'
import { mergedXliff } from './merge.ts'
import { notingXliff } from './noting.ts'
import { editsOfTarget, type XliffUnit } from './place.ts'
import { readXliff } from './reader.ts'
import { unitsOf, unitsOfForms, type XliffReading } from './units.ts'

export const xliff: Format<XliffUnit> = {
  ...xliffFacts,

  async languages(source): Promise<FileLanguages> {
    const bytes = await wholeOf(source)
    for await (const { found } of readXliff(oneChunk(bytes))) {
      const [header] = found
      if (!header) continue
      const target = tagWritten(header.scope.target_language)
      // What is said of the source is said of keys.
      if ((await sampleOf(bytes)).isKeyed) return { source: target }
      const source = tagWritten(header.scope.source_language)
      return targetLanguagesIn(bytes).length > 1 ? { source, several: true } : { source, target }
    }
    return {}
  },

  async *scan(source, { target, held, original }: ScanOptions = {}): AsyncGenerator<XliffUnit> {
    const bytes = await wholeOf(source)
    const languages = targetLanguagesIn(bytes)
    const languageOf = (written: string | undefined): ReturnType<XliffReading['languageOf']> => {
      const name = written?.trim() || held
      if (name === undefined || !target || sameTag(name, target.language)) return 'same'
      return languages.length > 1 ? 'other' : 'foreign'
    }
    const first = original === undefined ? bytes : await wholeOf(original())
    const keys = keysIn(await sampleOf(first), target)
    const numberOf = numbersLike(originsIn(bytes), originsIn(first))
    const language = target?.language
    let index = 0
    for await (const { charset, eol, found } of readXliff(oneChunk(bytes))) {
      for (const any of found) {
        const one = { ...any, scope: { ...any.scope, file: numberOf(any.scope.file) } }
        const reading = { charset, eol, languageOf, keys, target: language, written: original !== undefined }
        if (one.kind === 'unit') {
          for (const unit of unitsOf(one.element, one.scope, reading)) yield { index: index++, ...unit }
        } else if (one.kind === 'forms') {
          for (const unit of unitsOfForms(one.elements, one.scope, reading)) yield { index: index++, ...unit }
        } else {
          const { tag, scope } = one
          const header = languageOf(scope.target_language) === 'other' ? undefined : headerOf(scope.version)
          yield {
            ...{ index: index++, path: `xliff:${scope.file}`, part: 'header', start: tag.start, end: tag.end },
            ...{ text: '', charset, left_out: 'not_text', header: header && { tag, ...header } },
          }
        }
      }
    }
  },

  edits: editsOfTarget,

  merge: (there, change) => mergedXliff(there, change, xliff.scan),
  noting: notingXliff,
}

async function sampleOf(bytes: Uint8Array): Promise<SourceSample> {
  const sample = new SourceSample()
  for await (const { found } of readXliff(oneChunk(bytes))) {
    for (const one of found) sample.take(one)
    if (sample.isEnough) break
  }
  return sample
}

/** A file of keys in the target language itself is filled: what it has is done. */
function keysIn({ isKeyed, target_language }: SourceSample, target: Target | undefined): XliffReading['keys'] {
  if (!isKeyed) return 'none'
  return target && target_language && sameTag(target_language, target.language) ? 'translations' : 'texts'
}

function headerOf(version: 1 | 2): { attribute: string; after: string } {
  return version === 1
    ? { attribute: 'target-language', after: 'source-language' }
    : { attribute: 'trgLang', after: 'srcLang' }
}

/** The families' ceiling keeps this small. */
async function wholeOf(source: ByteStream): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
