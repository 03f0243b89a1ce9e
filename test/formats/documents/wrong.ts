/** What a format makes of a file that nobody should have made. */
import { type Format, FormatError, type Target } from '../../../src/formats/format.ts'
import * as formats from '../../../src/formats/index.ts'
import { Expectation } from '../../../src/formats/index.ts'
import type { Finding } from '../../../src/formats/result/finding.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, each, type TranslateUnit, verify } from '../files.ts'

const LONGEST_MS = 10_000
const ARABIC = { language: 'ar' }

/** Words of which the tags stay. */
export const accented: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/[aeiou](?![^<]*>)/g, vowel => 'àéîöü'['aeiou'.indexOf(vowel)] ?? vowel)

/** A translation of a file, and what is found in it: both ways to prove a result have to agree. @throws {Error} where they do not */
export async function provedBothWays(format: Format, bytes: Buffer, target: Target): Promise<readonly Finding[]> {
  const file = opened(bytes)
  const expectation = new Expectation(format)
  const result = await bytesOf(formats.rewrite(format, file, each(accented), target, expectation))
  const findings = await verify(format, file, opened(result), accented, target)
  if (findings.length > 0 && (await expectation.isMet(file, opened(result), target)))
    throw new Error(`taken for right, with ${JSON.stringify(findings[0])}`)
  return findings
}

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
    const findings = await provedBothWays(format, bytes, ARABIC)
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
