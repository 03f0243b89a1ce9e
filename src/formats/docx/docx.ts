/**
 * Word: the paragraphs of the body, tables and text boxes. A paragraph is written anew from its first run with text to its last one, in the
 * formatting that its runs have; all else of the document stays byte for byte.
 */
import { encodeLater } from '../bytes/charset.ts'
import { type OfficeFile, openOffice } from '../bytes/parts/index.ts'
import { type CodedRuns, codedRuns, editsOfRuns, readAsRuns } from '../bytes/runs/index.ts'
import { writeText } from '../bytes/xml/index.ts'
import { zipPackaging } from '../bytes/zip/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { Format, Unit } from '../format.ts'
import { docxFacts } from './facts.ts'
import { itemsOfParagraph } from './items.ts'
import { paragraphsOf, type WordParagraph } from './paragraphs.ts'

interface WordUnit extends Unit {
  readonly runs: CodedRuns
}

const PART = 'body'

export const docx: Format<WordUnit> = {
  ...docxFacts,
  packaging: zipPackaging,

  async *scan(source, { original } = {}): AsyncGenerator<WordUnit> {
    const file = await openOffice(source, 'docx')
    const before = original && (await openOffice(original(), 'docx'))
    let index = 0
    for (const member of [file.main]) {
      for await (const unit of unitsOf(file, member, before)) yield { ...unit, index: index++ }
    }
  },

  edits({ member, charset, runs, text }, translation) {
    if (translation === undefined || translation === text) return []
    const edits = editsOfRuns(runs, translation, said => writeText(said, { like: '', charset, where: 'text' }))
    return edits.map(edit => ({ member, start: edit.start, end: edit.end, bytes: encodeLater(edit.text, charset) }))
  },

  readsAs: ({ runs }, translation) => readAsRuns(runs, translation),
}

/** `before`: the file that a result was made from, whose paragraphs are read beside those of the result. */
async function* unitsOf(
  file: OfficeFile,
  member: string,
  before: OfficeFile | undefined,
): AsyncGenerator<Omit<WordUnit, 'index'>> {
  const originals = before && paragraphsOf(before, member)
  let number = 0
  try {
    for await (const paragraph of paragraphsOf(file, member)) {
      const original = (await originals?.next())?.value
      number += 1
      const runs = codedRuns(itemsOfParagraph(paragraph.nodes), original && runsOf(original))
      if (runs) yield unitOf(member, number, runs, paragraph)
    }
  } finally {
    await originals?.return(undefined)
  }
}

function runsOf({ nodes }: WordParagraph): CodedRuns | undefined {
  return codedRuns(itemsOfParagraph(nodes))
}

function unitOf(member: string, number: number, runs: CodedRuns, paragraph: WordParagraph): Omit<WordUnit, 'index'> {
  const { charset, in_table } = paragraph
  const meanings = runs.codes.flatMap(({ tag, meaning }) => (meaning ? [[tag, meaning] as const] : []))
  return {
    path: `docx:/${member}#p${number}`,
    part: PART,
    kind: in_table ? 'table' : 'paragraph',
    ordinal: number,
    ...{ member, runs, charset, start: runs.start, end: runs.end, text: runs.text },
    left_out: leftOutOfText(runs.text),
    context: meanings.length > 0 ? { stands_for: Object.fromEntries(meanings) } : undefined,
  }
}
