/** What a format makes of a file that nobody should have made. */
import { type Format, FormatError } from '../../../src/formats/format.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, verify } from '../files.ts'

const LONGEST_MS = 10_000
const ARABIC = { language: 'ar' }

/** Words of which the tags stay. */
export const accented: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/[aeiou](?![^<]*>)/g, vowel => 'àéîöü'['aeiou'.indexOf(vowel)] ?? vowel)

/** How a file was taken: refused in words, or read, written and read again. What went wrong with it, if anything did. */
export interface Outcome {
  readonly refused: boolean
  readonly wrong?: string | undefined
}

/** Reads what there is to read of a file, writes it and reads it again. */
export async function outcomeOf(format: Format, bytes: Buffer): Promise<Outcome> {
  const before = performance.now()
  try {
    await format.languages?.(opened(bytes)())
    await format.remarks?.(opened(bytes)(), ['ar'])
    for await (const _ of format.parts?.(opened(bytes)()) ?? []);
    const result = await bytesOf(rewrite(format, opened(bytes), accented, ARABIC))
    const findings = await verify(format, opened(bytes), opened(result), accented, ARABIC)
    // A text that does not read back is left as it was: a translation never makes another one of it.
    const broken = findings.find(({ kind }) => kind !== 'text')
    return { refused: false, wrong: broken ? JSON.stringify(broken) : tookTooLong(before) }
  } catch (error) {
    if (error instanceof FormatError) return { refused: true, wrong: unclear(error.message) ?? tookTooLong(before) }
    return { refused: false, wrong: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function tookTooLong(before: number): string | undefined {
  const took = performance.now() - before
  return took > LONGEST_MS ? `took ${took.toFixed(0)} ms` : undefined
}

/** A refusal is a sentence at least, and shows nothing that only programmers read. */
function unclear(message: string): string | undefined {
  const is_sentence = /^[“\p{Lu}].*\s.*\s.*\.$/su.test(message)
  return is_sentence && !/\b(?:undefined|NaN|null)\b|\[object|\n\s+at /.test(message)
    ? undefined
    : `says only: ${message}`
}
