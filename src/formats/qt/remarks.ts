/** What a plan says of messages that have ids alone (`lrelease -idbased`): their wording may be in another file. */
import { tagOfQt } from './languages.ts'
import { isGone } from './message.ts'
import { type QtFile, saidBy } from './reader.ts'
import { isKnownByIdAlone, isOfSource, wordingsIn } from './wordings.ts'

/** As `Format.remarks`; `spoken` is the language of the texts. */
export function remarksOnIds(file: QtFile, spoken: string | undefined): readonly string[] {
  const without = file.messages.filter(message => isKnownByIdAlone(message) && !isGone(message))
  if (without.length === 0) return []
  const language = tagOfQt(saidBy(file.root, 'language'))
  const from = spoken ?? tagOfQt(saidBy(file.root, 'sourcelanguage'))
  if (language !== undefined && !isOfSource(file, language, from)) {
    return [
      `${countOf(without.length)} no text of the source language, only an id, which nobody translates: the wording is in the file of that language, such as app_en.ts. Translate that file.`,
    ]
  }
  const wordings = wordingsIn(file)
  const open = without.filter(({ path }) => !wordings.has(path))
  if (open.length === 0) return []
  return [`${countOf(open.length)} an id alone and no wording in this file yet: nothing is translated there.`]
}

function countOf(count: number): string {
  return count === 1 ? 'One message has' : `${count} messages have`
}
