import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { RequiredTerm } from '../../../src/checks/index.ts'
import { buildTermSearch, issuesIn, withEdgesOf } from '../../../src/checks/index.ts'
import { loadFormat, rewrite, type Unit, verify } from '../../../src/formats/index.ts'
import { createApertium } from '../../../src/service/engine/apertium/apertium.ts'
import type { EngineJob } from '../../../src/service/engine/engine.ts'
import { corpus } from '../../support/corpus.ts'

const engine = createApertium({ command: 'apertium', url: undefined })
const PAIRS = [
  ['en', 'es'],
  ['es', 'ca'],
] as const
const installed = await Promise.all(PAIRS.map(([source, target]) => engine.supports(source, target)))
const hasMsgfmt = spawnSync('msgfmt', ['--version']).status === 0

for (const [at, [source, target]] of PAIRS.entries()) {
  if (installed[at] !== true)
    process.stderr.write(`\nSKIPPED: Apertium with ${source} → ${target} is not installed.\n\n`)
}

const term = (source: string, target: string): RequiredTerm => ({ source, target, case_sensitive: false })
const GLOSSARY: Record<string, RequiredTerm[]> = {
  en: [term('file', 'fichero'), term('window', 'ventanilla'), term('branch', 'rama principal'), term('the', 'el*la')],
  es: [term('fichero', 'document'), term('de', 'd’aquí')],
}

function job(source: string, target: string): EngineJob {
  return {
    source,
    target,
    tier: 'standard',
    glossary: GLOSSARY[source] ?? [],
    keep: ['Git', 'Markdown', 'GnuCash'],
    guidance: [],
  }
}

async function translated(units: readonly Unit[], how: EngineJob): Promise<Map<number, string>> {
  const batch = units.map(({ index, text, syntax, part }) => ({
    ...{ id: String(index), text, part },
    ...(syntax !== undefined && { syntax }),
  }))
  const found = new Map<number, string>()
  for (let at = 0; at < batch.length; at += engine.round.segments) {
    const round = batch.slice(at, at + engine.round.segments)
    for await (const { id, text } of engine.translate(round, how)) {
      const source = units[at + round.findIndex(segment => segment.id === id)]
      found.set(Number(id), withEdgesOf(source?.text ?? '', text))
    }
  }
  return found
}

async function unitsOf(name: string, bytes: Buffer, language: string): Promise<Unit[]> {
  const units: Unit[] = []
  for await (const unit of (await loadFormat(name))?.scan(opened(bytes)(), { target: { language } }) ?? []) {
    if (unit.left_out === undefined || unit.left_out === 'already_translated') units.push(unit)
  }
  return units
}

function opened(bytes: Uint8Array) {
  return async function* () {
    yield bytes
  }
}

/** Every segment there and passed by every check; terms that the source has and the translation has. */
function judged(units: readonly Unit[], found: ReadonlyMap<number, string>, how: EngineJob) {
  const terms = buildTermSearch(how)
  const counted = { missing: 0, refused: [] as string[], marks: 0, present: 0, honoured: 0 }
  for (const unit of units) {
    const text = found.get(unit.index)
    if (text === undefined) {
      counted.missing += 1
      continue
    }
    const refused = issuesIn(unit, text, how).filter(({ severity }) => severity === 'refuse')
    counted.refused.push(...refused.map(({ message }) => `${message} ${unit.text} → ${text}`))
    for (const { target } of terms(unit.text)) {
      counted.present += 1
      if (text.includes(target)) counted.honoured += 1
    }
    const own = /[*@#]/.test(`${unit.text}${how.glossary.map(({ target }) => target).join('')}`)
    if (!own && /[*@#]/.test(text)) counted.marks += 1
  }
  return counted
}

const FILES = ['git-gui-de.po', 'example3.md', 'test04.json', 'array-test.json', 'testContent_escaped.csv', 'lgpl.txt']
const files = ['po', 'md', 'json', 'csv', 'txt'].flatMap(corpus).filter(({ name }) => FILES.includes(name))

const ENTRY = /^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)/gm

/**
 * A translated catalogue as the source of the next: each msgid is what its msgstr was, or stays where that is empty, and nothing
 * is translated yet. The header stays.
 */
function swapped(catalogue: Buffer): Buffer {
  const text = gettext('msgcat', catalogue).toString()
  const entries = text.indexOf('\n\n')
  const turned = text.slice(entries).replace(ENTRY, (_, source: string, target: string) => {
    return `msgid ${target === '""' ? source : target}\nmsgstr ""`
  })
  // Two sources may have come out as the same text.
  return gettext('msguniq', Buffer.from(text.slice(0, entries) + turned))
}

function gettext(command: string, input: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(command, ['--no-wrap', '-'], { input, maxBuffer: 16 * 2 ** 20 })
  expect(status, stderr.toString()).toBe(0)
  return stdout
}

describe.skipIf(installed.includes(false) || files.length === 0)('Apertium itself', () => {
  for (const { name, bytes } of files) {
    it(`translates ${name} into Spanish and on into Catalan, every code and term intact [ENG-2, GLO-3]`, async () => {
      const format = await loadFormat(name)
      if (format === undefined) throw new Error(`no format for ${name}`)
      let file = bytes
      for (const [source, target] of PAIRS) {
        const how = {
          ...job(source, target),
          glossary: (GLOSSARY[source] ?? []).filter(({ source: word }) => word !== 'the'),
        }
        const units = await unitsOf(name, file, target)
        expect(units).not.toHaveLength(0)
        const found = await translated(units, how)
        const counted = judged(units, found, how)
        expect(counted).toMatchObject({ missing: 0, refused: [], marks: 0, honoured: counted.present })
        const language = { language: target }
        const translate = async (window: readonly Unit[]) => window.map(({ index }) => found.get(index))
        const parts: Uint8Array[] = []
        for await (const part of rewrite(format, opened(file), translate, language)) parts.push(part)
        const result = Buffer.concat(parts)
        expect(await verify(format, opened(file), opened(result), translate, language)).toEqual([])
        if (name.endsWith('.po') && hasMsgfmt) {
          const checked = spawnSync('msgfmt', ['-c', '-o', '/dev/null', '-'], { input: result, encoding: 'utf8' })
          expect(checked.status, checked.stderr).toBe(0)
        }
        if (name.endsWith('.po') && !hasMsgfmt) return
        file = name.endsWith('.po') ? swapped(result) : result
      }
    })
  }

  it('is one process a call, not one a segment', async () => {
    const units = Array.from({ length: 500 }, (_, index) => ({
      id: String(index),
      text: `The old house number ${index} is red.`,
    }))
    const started = performance.now()
    let count = 0
    for await (const { text } of engine.translate(units, job('en', 'es'))) if (text !== '') count += 1
    expect(count).toBe(500)
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it('writes none of its marks, and leaves those of the text', async () => {
    const texts = ['Gizmoflux the foobarbaz', '5*3 and *this* @me #1', 'the file of {name} in <b>Git</b>', 'file']
    const segments = texts.map((text, at) => ({ id: String(at), text }))
    const found: string[] = []
    for await (const { text } of engine.translate(segments, job('en', 'es'))) found.push(text)
    expect(found[0]).toMatch(/^Gizmoflux el\*la foobarbaz$/)
    expect(found[1]?.match(/[*@#]/g)).toEqual(['*', '*', '*', '@', '#'])
    expect(found[2]).toMatch(/fichero.*\{name\}.*<b>Git<\/b>/)
    expect(found[3]).toBe('fichero')
  })
})
