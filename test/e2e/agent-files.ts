import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import * as z from 'zod'
import { corpus } from '../support/corpus.ts'
import type { Place } from '../support/program.ts'
import { expectSameOutside } from '../support/ranges.ts'
import { type Assisted, assist, type Caller } from '../support/translator.ts'

const msgfmt = spawnSync('msgfmt', ['--version']).status === 0

/** One file that an assistant translates. */
export interface Sample {
  readonly name: string
  readonly bytes: Uint8Array
}

const Quality = z.looseObject({ segments: z.number(), kept_source: z.number(), findings: z.array(z.unknown()) })
const Saved = z.looseObject({ saved_to: z.string(), engine: z.string(), quality: Quality })

/** Has a scripted assistant translate a file into German by what results tell it, and holds the saved one against its source. */
export async function expectTranslated(host: Caller, place: Place, { name, bytes }: Sample): Promise<Assisted> {
  const file = join(place.work, name)
  writeFileSync(file, bytes)
  // A catalogue whose every message is translated would leave nothing to do.
  const catalogue = name.endsWith('.po')
  const again = catalogue ? { instruction: 'Retranslate everything.' } : {}
  const done = await assist(host, { file_path: file, source_language: 'en', target_languages: ['de'], ...again })
  const { saved_to, engine, quality } = Saved.parse(done.saved.data)
  expect(engine).toBe('agent')
  expect(quality.kept_source, `${name}: ${JSON.stringify(quality.findings)}`).toBeLessThanOrEqual(
    quality.segments * 0.05,
  )
  expect(quality.segments - quality.kept_source).toBeGreaterThan(0)
  const result = readFileSync(saved_to)
  expect(result.equals(bytes)).toBe(false)
  await expectSameOutside(name, bytes, result, 'de', catalogue)
  // In a catalogue each stands twice, beside the source; msgfmt holds the two against each other.
  if (!catalogue) expect(placeholdersIn(result)).toEqual(placeholdersIn(bytes))
  if (catalogue && msgfmt) expectCompiles(saved_to)
  return done
}

const PLACEHOLDER = /\{\{?[\w.]+\}?\}|%(?:\(\w+\))?(?:\d\$)?[sdif]|<\/?[a-z]\w*(?![\w@:])|https?:[^\s"<>)\]]+|&\w+;/g

/** What a translator leaves as it is: the placeholders, tags and addresses of a file, in the order of letters. */
function placeholdersIn(bytes: Uint8Array): string[] {
  return (Buffer.from(bytes).toString('latin1').match(PLACEHOLDER) ?? []).sort()
}

function expectCompiles(file: string): void {
  const { status, stderr } = spawnSync('msgfmt', ['-c', '-o', '/dev/null', file], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('error') })
}

/** A file of the corpus under a name of its own; none where there is no corpus. */
export function real(folder: string, name: string): Sample[] {
  return corpus(folder).filter(file => file.name === name)
}

/** A text of so many paragraphs, no two alike; each has a dozen words. */
export function book(paragraphs: number): Buffer {
  const lines = Array.from(
    { length: paragraphs },
    (_, at) => `Chapter ${at} tells the patient reader how lamp number ${at * 7} came to shine again.`,
  )
  return Buffer.from(`${lines.join('\n\n')}\n`)
}

/** Lets the clock of a process run ahead, by more than a round is held. */
export function ahead({ work }: Place, minutes: number): Record<string, string> {
  const file = join(work, `ahead-${minutes}.cjs`)
  writeFileSync(file, `const now = Date.now; Date.now = () => now() + ${minutes * 60_000}`)
  return { NODE_OPTIONS: `--require=${file}` }
}
