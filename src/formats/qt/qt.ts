/**
 * Translation files of Qt Linguist: a unit per message, or one per plural form that Qt has for the target language. The source is `source`;
 * a translation is written into `translation`, which is finished by it. Messages that the program has no more are passed by.
 */
import { usesOf } from '../content/gettext-plurals.ts'
import type { Format, ScanOptions } from '../format.ts'
import { qtFacts } from './facts.ts'
import { isTranslationIn, tagOfQt } from './languages.ts'
import { mergedQt } from './merge.ts'
import { notingQt } from './noting.ts'
import { numerusFormsFor } from './numerus.ts'
import { editsOfQt, type QtUnit } from './place.ts'
import { type QtFile, readQt, saidBy } from './reader.ts'
import { remarksOnIds } from './remarks.ts'
import { type QtReading, unitsOfMessage } from './units.ts'
import { isOfSource, wordingsIn } from './wordings.ts'

export const qt: Format<QtUnit> = {
  ...qtFacts,

  async languages(source) {
    const file = await readQt(source)
    const target = tagOfQt(saidBy(file.root, 'language'))
    const said = tagOfQt(saidBy(file.root, 'sourcelanguage'))
    return isOfSource(file, target, said) ? { source: target } : { source: said, target }
  },

  async remarks(source, _targets, spoken) {
    return remarksOnIds(await readQt(source), spoken)
  },

  async *scan(source, options: ScanOptions = {}): AsyncGenerator<QtUnit> {
    const file = await readQt(source)
    const { root, charset } = file
    const reading = await readingOf(file, options)
    const place = { start: root.start, end: root.end, charset }
    yield { index: 0, path: 'qt:', part: 'header', ...place, text: '', left_out: 'not_text', header: root }
    let index = 1
    for (const message of file.messages)
      for (const unit of unitsOfMessage(message, reading)) yield { index: index++, ...unit }
  },

  edits: editsOfQt,

  merge: async (there, change) => await mergedQt(there, change),
  noting: notingQt,
}

async function readingOf(file: QtFile, { target, source, held, original }: ScanOptions): Promise<QtReading> {
  const said = tagOfQt(saidBy(file.root, 'language')) ?? held
  const language = target?.language
  const first = original === undefined ? file : await readQt(original())
  const spoken = source ?? tagOfQt(saidBy(first.root, 'sourcelanguage'))
  const named = tagOfQt(saidBy(first.root, 'language')) ?? (original === undefined ? held : undefined)
  const isSource = isOfSource(first, named, spoken) && (language === undefined || !isTranslationIn(named, language))
  const forms = language === undefined ? undefined : numerusFormsFor(language)
  return {
    ...{ charset: file.charset, eol: file.eol, forms, uses: forms ? usesOf(forms) : [] },
    foreign: !isTranslationIn(said, language) || (isSource && original === undefined),
    wordings: isSource ? wordingsIn(first) : new Map(),
    references: referencesOf(file),
  }
}

/** Qt writes quotation marks and apostrophes as references; people who write such files do not. */
function referencesOf({ messages }: QtFile): string {
  const found = new Set<string>()
  for (const { source, translation } of messages) {
    for (const { raw } of [...(source?.inside ?? []), ...(translation?.inside ?? [])])
      for (const reference of REFERENCES) if (raw.includes(reference)) found.add(reference)
    if (found.size === REFERENCES.length) break
  }
  return [...found].join('')
}

const REFERENCES = ['&quot;', '&apos;']
