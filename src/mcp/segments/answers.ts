import { readFile } from 'node:fs/promises'
import type { CallContext } from '../context.ts'
import { Refusal } from '../failure.ts'
import { quoted } from '../render/data.ts'
import { type Answers, readLines } from './lines.ts'
import { isWorkFile, readAnswers } from './work-file.ts'

/** The most bytes a file of answers may have: many times what a person's assistant writes in a day. */
const MOST_BYTES = 16 * 1024 * 1024

interface Given {
  readonly translations?: readonly string[] | undefined
  readonly answers_file?: string | undefined
}

/**
 * What the caller hands in: lines, or a file of lines in an allowed folder.
 *
 * @throws Refusal when both are given, or the file cannot be one of answers; FileRefused
 */
export async function openAnswers({ translations, answers_file }: Given, context: CallContext): Promise<Answers> {
  if (answers_file === undefined) return readLines(translations ?? [])
  if (translations !== undefined && translations.length > 0) {
    throw new Refusal('one_way', ['Nothing was changed: give translations or answers_file, not both.'])
  }
  if (context.parts.settings.transport !== 'stdio') {
    throw new Refusal('no_local_files', [
      'Nothing was changed: this server runs elsewhere and cannot read files of your machine.',
      'Hand the lines in as translations.',
    ])
  }
  const file = await context.parts.folders.forReading(answers_file)
  if (file.size > MOST_BYTES) {
    throw new Refusal('answers_too_large', [
      `Nothing was changed: ${quoted(answers_file)} is larger than 16 MB. Hand it in as several files.`,
    ])
  }
  const text = textOf(await readFile(file.path), answers_file)
  if (isWorkFile(text)) {
    throw new Refusal('work_file_itself', [
      `Nothing was changed: ${quoted(answers_file)} is the work file with the source text.`,
      'Write the translations to another file, one a line: the same number, a space, the translation. Then hand that one in.',
    ])
  }
  return readAnswers(text)
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('answers_not_text', [
      `Nothing was changed: ${quoted(name)} is not text in UTF-8. Write it again as UTF-8.`,
    ])
  }
}
