import { ApiError } from '../client/errors.ts'
import type { TermInput } from '../contract/glossary.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { contentOf } from './files/reading.ts'
import { readTermFile, TERM_FILE_BYTES, TermFileFault } from './files/term-file.ts'
import { bytes } from './render/numbers.ts'

/** The terms of a call. `lines` are the line numbers of terms from a file, in the same order. */
export interface GivenTerms {
  readonly terms: TermInput[]
  readonly lines: readonly number[] | undefined
}

interface Given {
  readonly language_pair: string
  readonly terms?: TermInput[] | undefined
  readonly from_file?: string | undefined
}

/**
 * The terms that a call gives, in its arguments or in a file.
 *
 * @throws {ToolRefusal} terms_twice, when both are given; no_local_files; file_too_large; bad_glossary_file
 * @throws {FileRefused} when the file may not be read
 */
export async function openTerms({ language_pair, terms, from_file }: Given, context: CallContext): Promise<GivenTerms> {
  if (from_file === undefined) return { terms: terms ?? [], lines: undefined }
  if (terms !== undefined) {
    throw new ToolRefusal('terms_twice', ['Nothing was changed: give terms or from_file, not both.'])
  }
  if (context.parts.settings.transport !== 'stdio') {
    throw new ToolRefusal('no_local_files', [
      'Nothing was changed: this server runs elsewhere and cannot read files of your machine. Give the terms themselves.',
    ])
  }
  const file = await context.parts.folders.forReading(from_file)
  try {
    if (file.size > TERM_FILE_BYTES) {
      throw new ToolRefusal('file_too_large', [
        `Nothing was changed: a glossary file may have ${bytes(TERM_FILE_BYTES)}, this one has ${bytes(file.size)}.`,
        'Split it, and add the parts one after another with add_terms.',
      ])
    }
    const found = await readTermFile(await contentOf(file), language_pair)
    return { terms: found.map(({ term }) => term), lines: found.map(({ line }) => line) }
  } catch (error) {
    if (error instanceof TermFileFault)
      throw new ToolRefusal('bad_glossary_file', [`Nothing was changed. ${error.message}`])
    throw error
  } finally {
    await file.handle.close()
  }
}

const ENTRY = /^terms\[(\d+)\]/

/** Makes the call. If the service refuses one term of a file, the error also names its line. @throws {ApiError} as `call` does */
export async function explainTerms<Answer>({ lines }: GivenTerms, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const line = error instanceof ApiError ? lines?.[Number(ENTRY.exec(error.param ?? '')?.[1])] : undefined
    if (!(error instanceof ApiError) || line === undefined) throw error
    const { code, status, type, param, request_id, message } = error
    throw new ApiError({
      code,
      type,
      param,
      request_id,
      ...(status === null ? {} : { status }),
      message: `Line ${line} of the file: ${message}`,
    })
  }
}
