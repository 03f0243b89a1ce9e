import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { withoutOwnResults } from '../../src/cli/translate/own-results.ts'
import { createWritten, type WrittenFiles } from '../../src/mcp/files/written.ts'
import type { SourceWishes } from '../../src/mcp/several/source-files.ts'

const ENGLISH = '{"a":"Please choose the file that you want to open and press the button below."}'
const GERMAN = '{"a":"Bitte wählen Sie die Datei aus, die Sie öffnen möchten, und drücken Sie den Knopf."}'
const INTO_GERMAN = { target_languages: ['de'] }

let folder: string
let written: WrittenFiles
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'own-')))
  written = createWritten({ folder: () => path.join(folder, 'data'), days: 1, clock: () => 0 })
})

type Asked = SourceWishes & { readonly instruction?: string }

/** The names that are translated of these files, and what is said of the others. */
async function chosen(files: Readonly<Record<string, string>>, wishes: Asked, source_language?: string) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  const names = Object.keys(files).map(name => path.join(folder, name))
  const order = { files: names, wishes, ...(source_language !== undefined && { source_language }) }
  const found = await withoutOwnResults(order, written)
  return {
    names: found.files.map(name => path.relative(folder, name)).join(' '),
    aside: found.aside.join('\n').replaceAll(`${folder}${path.sep}`, ''),
  }
}

describe('of files that are named together', () => {
  it('one in the language of the source, which is not asked for, is a source of its own [MCP-10]', async () => {
    const both = { 'app.json': ENGLISH, 'app.en.json': ENGLISH }
    for (const wishes of [INTO_GERMAN, { instruction: 'into German' }, { instruction: 'from English into German' }])
      expect(await chosen(both, wishes)).toEqual({ names: 'app.json app.en.json', aside: '' })
    const short = { 'app.json': '{"a":"OK"}', 'app.en.json': '{"a":"OK"}' }
    expect((await chosen(short, INTO_GERMAN)).names).toBe('app.json app.en.json')
    expect((await chosen(short, INTO_GERMAN, 'fr')).names).toBe('app.json')
  })

  it.each<[string, Readonly<Record<string, string>>, Asked]>([
    [
      'its language is asked for by its tag',
      { 'app.json': ENGLISH, 'app.en.json': ENGLISH },
      { target_languages: ['en'] },
    ],
    [
      'its language is asked for by its name',
      { 'app.json': '{"a":"OK"}', 'app.en.json': ENGLISH },
      { instruction: 'Into English.' },
    ],
    ['the source is in another language', { 'app.json': GERMAN, 'app.en.json': ENGLISH }, { target_languages: ['fr'] }],
    ['the folder says its language', { 'values/s.xml': '<a/>', 'values-en/s.xml': '<a/>' }, INTO_GERMAN],
    [
      'it is a catalogue of a template',
      { 'app.pot': 'msgid "a"\nmsgstr ""\n', 'en.po': 'msgid "a"\nmsgstr "b"\n' },
      INTO_GERMAN,
    ],
  ])('one is left aside where %s [MCP-10]', async (_why, files, wishes) => {
    const [first = '', second = ''] = Object.keys(files)
    const { names, aside } = await chosen(files, wishes)
    expect(names).toBe(first)
    expect(aside).toBe(
      `Left aside: 1 file in other languages beside their sources: «${second}» (English). Named alone, it is translated.`,
    )
  })

  it('those left aside are named with their languages, and how to take them [MCP-10]', async () => {
    const names = ['fr', 'it', 'nl', 'sv', 'fi', 'pl'].map(tag => `app.${tag}.json`)
    const files = Object.fromEntries(['app.json', ...names].map(name => [name, ENGLISH]))
    expect((await chosen(files, INTO_GERMAN)).aside).toBe(
      'Left aside: 6 files in other languages beside their sources: «app.fr.json» (French), «app.it.json» (Italian), «app.nl.json» (Dutch), «app.sv.json» (Swedish) and 2 more. Named alone, each is translated.',
    )
  })

  it('what this program wrote is no source, whatever its language [MCP-10]', async () => {
    await written.note(path.join(folder, 'app.en.json'), 'x')
    expect(await chosen({ 'app.json': ENGLISH, 'app.en.json': ENGLISH }, INTO_GERMAN)).toEqual({
      names: 'app.json',
      aside: 'Left aside: 1 file that this program wrote: «app.en.json». Named alone, it is translated.',
    })
  })
})
