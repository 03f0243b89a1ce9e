import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { contentOf } from '../files/reading.ts'
import { quoted } from '../render/data.ts'
import { readLines, type SegmentAnswer } from './lines.ts'
import { isWorkFile, readAnswers } from './work-file.ts'

/** The most bytes of a file of answers: much more than an assistant writes in a day. */
const MOST_BYTES = 16 * 1024 * 1024

interface Given {
  readonly translations?: readonly string[] | undefined
  readonly answers_file?: string | undefined
}

/** What was handed in: answers, and lines that are not answers. */
export interface HandedIn {
  readonly answers: readonly SegmentAnswer[]
  /** Ids of answers that no request can carry, each with the reason. `answers` has an empty text for them, which the service refuses. */
  readonly unsendable: ReadonlyMap<string, string>
  readonly unread: readonly string[]
}

/**
 * What the caller hands in: lines, or a file of lines in an allowed folder.
 *
 * @throws {ToolRefusal} one_way, when both are given; no_local_files; answers_too_large; answers_not_text; work_file_itself
 * @throws {FileRefused} where the file may not be read
 */
export async function openAnswers(given: Given, context: CallContext): Promise<HandedIn> {
  const { answers, unread } = await readGiven(given, context)
  const unsendable = new Map<string, string>()
  for (const answer of answers) {
    const reason = whyNotSent(answer)
    if (reason !== undefined) unsendable.set(answer.id, reason)
  }
  const sent = answers.map(({ id, text }) => ({ id, text: unsendable.has(id) ? '' : text }))
  return { answers: sent, unsendable, unread }
}

/** The most bytes of one answer as JSON. A request, which is one JSON body, has at most 5 MB (assumptions.md, Limits). */
export const LONGEST_ANSWER = 2 * 1024 * 1024

/** Why an answer cannot be sent; undefined if it can. One such answer would make the service refuse all the others with it. */
function whyNotSent({ text }: SegmentAnswer): string | undefined {
  if (/\0|\p{Cs}/u.test(text)) return 'It contains U+0000 or half of a character, which no file can hold.'
  if (sizeOf(text) > LONGEST_ANSWER) return 'It is longer than 2 MB.'
  return undefined
}

/** The bytes of a text as JSON, as a request holds it. */
export function sizeOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text))
}

async function readGiven({ translations, answers_file }: Given, context: CallContext) {
  if (answers_file === undefined) return readLines(translations ?? [])
  if (translations !== undefined && translations.length > 0) {
    throw new ToolRefusal('one_way', ['Nothing was changed: give translations or answers_file, not both.'])
  }
  if (context.parts.settings.transport !== 'stdio') {
    throw new ToolRefusal('no_local_files', [
      'Nothing was changed: this server runs elsewhere and cannot read files of your machine.',
      'Hand the lines in as translations.',
    ])
  }
  const text = textOf(await bytesOf(answers_file, context), answers_file)
  if (isWorkFile(text)) {
    throw new ToolRefusal('work_file_itself', [
      `Nothing was changed: ${quoted(answers_file)} begins like the work file, which holds the source text.`,
      'Write the translations, and nothing else, to another file, one line each: the same number, a space, the translation. Then hand that one in.',
    ])
  }
  return readAnswers(text)
}

async function bytesOf(answers_file: string, context: CallContext): Promise<Uint8Array> {
  const file = await context.parts.folders.forReading(answers_file)
  try {
    if (file.size > MOST_BYTES) {
      throw new ToolRefusal('answers_too_large', [
        `Nothing was changed: ${quoted(answers_file)} is larger than 16 MB. Hand it in as several files.`,
      ])
    }
    return await contentOf(file)
  } finally {
    await file.handle.close()
  }
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ToolRefusal('answers_not_text', [
      `Nothing was changed: ${quoted(name)} is not text in UTF-8. Write it again as UTF-8.`,
    ])
  }
}
