import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { Batch, Result } from '../../src/contract/batch.ts'
import { familyOf } from '../../src/contract/formats.ts'
import { builtExtensions } from '../../src/formats/index.ts'
import { expectedOf } from '../../src/mcp/files/judging.ts'
import { batch } from '../client/start.ts'
import { documentOf, paragraph } from '../formats/docx/documents.ts'
import { pdfOf } from '../formats/pdf/pages.ts'
import { cannedParts, found } from '../support/canned.ts'
import type { Told } from '../support/faults.ts'
import { openHost } from '../support/mcp.ts'

interface Finished {
  /** The name of the source, and of the result where the service says none. */
  readonly file_name: string
  /** What the link answers. */
  readonly link: Told
  readonly result?: object
  readonly batch?: object
  readonly plan?: object
  /** The file that was translated, where this program sent it. */
  readonly source?: { readonly name: string; readonly text: string }
}

/** Fetches a finished translation over a file of the same name that the person has, and tells what the folder holds then. */
async function getResult({ file_name, link, result = {}, batch: more = {}, plan, source }: Finished, before?: string) {
  const answers = { url: '' }
  const { parts, faults } = await cannedParts({
    'GET /v1/batches/bat_1': batch({ status: 'completed', file_name, ...more }),
    'GET /v1/batches/bat_1/result': () => found({ url: answers.url, file_name, ...result }),
    ...(plan && { 'GET /v1/batches/bat_1/plan': { batch: batch({ status: 'completed', file_name }), plan } }),
    'GET /files/1': () => link,
  })
  answers.url = `${faults.url}/files/1`
  const [folder = ''] = await parts.folders.allowed()
  const sent = source && join(folder, source.name)
  const host = await openHost({ ...parts, sources: { ...parts.sources, recall: async () => sent } })
  if (source !== undefined) writeFileSync(join(folder, source.name), source.text)
  if (before !== undefined) writeFileSync(join(folder, file_name), before)
  const told = await host.call('get_result', { batch_id: 'bat_1', wait_seconds: 0, overwrite: before !== undefined })
  return { told, names: readdirSync(folder), folder }
}

const html = '<!DOCTYPE html><html><body>Sign in</body></html>'
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: html }
const plain = (body: string | Uint8Array): Told => ({ status: 200, headers: { 'content-type': 'text/plain' }, body })

const OTHER = createHash('sha256').update('y').digest('hex')
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const envelope = { error: { type: 'api_error', code: 'expired', message: 'too late' }, request_id: 'req_7' }
const login = '<!DOCTYPE html><title>Acme</title><form action="/in"><input name=p type="password"></form>'

describe('a result that is not the file it claims to be', () => {
  it.each<[string, Finished, RegExp]>([
    ['an HTML page to sign in', { file_name: 'a.txt', link: page }, /a web page, such as one to sign in/],
    ['an HTML page under another media type', { file_name: 'a.txt', link: plain(html) }, /it is a web page/],
    ['an empty answer', { file_name: 'a.txt', link: plain('') }, /nothing came: the answer is empty/],
    [
      'an empty file where there were words',
      { file_name: 'a.txt', link: plain(''), result: { size_bytes: 0 } },
      /nothing came/,
    ],
    [
      'another size than was announced',
      { file_name: 'a.txt', link: plain('x'.repeat(100)), result: { size_bytes: 15 } },
      /100 bytes by its header, and 15 were announced/,
    ],
    ...[
      OTHER,
      OTHER.toUpperCase(),
      `sha256:${OTHER}`,
      `sha-256=${OTHER}`,
      base64(OTHER),
      `sha256-${base64(OTHER)}`,
    ].map(
      sha256 =>
        [
          `another SHA-256 than was announced (${sha256.slice(0, 10)})`,
          { file_name: 'a.txt', link: plain('x'), result: { sha256 } },
          /its SHA-256 is not the one that was announced/,
        ] satisfies [string, Finished, RegExp],
    ),
    [
      'an error in JSON in place of a table',
      { file_name: 'a.csv', link: { status: 200, body: { error: 'no' } } },
      /a JSON text, such as an error/,
    ],
    ['half a JSON file', { file_name: 'a.json', link: plain('{"a": "b') }, /cannot be read as \.json: .*line 1/],
    [
      'a table with an open quote',
      { file_name: 'a.csv', link: plain('a,b\n"c,d\n') },
      /cannot be read as \.csv: A quote/,
    ],
    [
      'bytes in place of text',
      { file_name: 'a.md', link: plain(Buffer.from([0xff, 0, 0x80, 0xc3])) },
      /cannot be read as/,
    ],
    ['a catalogue that is none', { file_name: 'a.po', link: plain('msgid "a\nmsgstr') }, /cannot be read as \.po/],
    [
      'an error of the service in place of a JSON file',
      { file_name: 'a.json', link: { status: 200, body: envelope } },
      /it is an error of the service: expired/,
    ],
    [
      'an error of the service as plain text',
      { file_name: 'a.md', link: plain(JSON.stringify(envelope)) },
      /it is an error of the service: expired/,
    ],
    [
      'a page to sign in, where the source is a page too',
      { file_name: 'a.de.html', link: { ...page, body: login }, source: { name: 'a.html', text: html } },
      /it is a web page to sign in/,
    ],
    ['no PDF', { file_name: 'a.pdf', link: plain('oh no') }, /no PDF, whatever its name says/],
    [
      'no XLIFF',
      { file_name: 'a.xlf', link: plain('<?xml version="1.0"?><Error><Code>No</Code></Error>') },
      /no XLIFF: it begins with <Error>/,
    ],
    ['no subtitles', { file_name: 'a.srt', link: plain('{"message":"Forbidden"}') }, /no subtitles/],
    ['no packed document', { file_name: 'a.docx', link: plain('oh no') }, /not what its name says: it is a text/],
  ])('as %s, is not saved: what came, and what to do, is told [RES-1]', async (_, finished, words) => {
    const { told, names } = await getResult(finished)
    expect(told.failed, told.text).toBe(true)
    expect(told.text).toMatch(words)
    expect(told.text).toMatch(/^get_result failed \(wrong_result\): «The link did not give the result: /)
    expect(told.text).toContain('No file was written, and what was there is as it was.')
    expect(told.text).toContain('Calling get_result once more makes a new link')
    expect(names.filter(name => name !== finished.source?.name)).toEqual([])
  })
})

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const zipped = (body: Uint8Array): Told => ({ status: 200, headers: { 'content-type': 'application/zip' }, body })
const asZip = { result: { media_type: 'application/zip', file_name: 'a.zip' }, file_name: 'a.json' }

describe('a zip of several languages', () => {
  it('in which every file reads as its own is saved [RES-1]', async () => {
    const body = zip({ 'a.de.json': '{"a": "b"}', 'a.fr.json': '{"a": "c"}' })
    const { told, names } = await getResult({ ...asZip, link: zipped(body) })
    expect(told.failed, told.text).toBe(false)
    expect(names).toEqual(['a.zip'])
  })

  it.each(['application/zip; x=1', 'application/x-zip-compressed', 'Application/ZIP'])(
    'under the media type %s is one, whatever its name [RES-1]',
    async media_type => {
      const link = zipped(zip({ 'a.de.json': '{"a": "b"}' }))
      const { told, names } = await getResult({ file_name: 'a.json', link, result: { media_type, file_name: null } })
      expect(told.failed, told.text).toBe(false)
      expect(names).toEqual(['a.zip'])
    },
  )

  it('of a source that was a parcel of files, or of which no name is known, may hold any format [RES-1]', async () => {
    const link = zipped(zip({ 'a.de.json': '{"a": "b"}', 'b.de.txt': 'Guten Tag' }))
    for (const more of [{ file_name: 'a.zip' }, { file_name: null }]) {
      const { told } = await getResult({ file_name: 'a.zip', link, result: asZip.result, batch: more })
      expect(told.failed, told.text).toBe(false)
    }
  })

  it('may hold a few words beside the translations: they are named, since nobody read them [RES-1]', async () => {
    const beside = {
      'README.md': '# Hi',
      'manifest.txt': 'a',
      LICENSE: 'x',
      '__MACOSX/._a.de.json': 'Mac',
      '.DS_Store': 'x',
    }
    const body = zip({ 'a.de.json': '{"a": "b"}', 'de/': '', 'manifest.csv': 'broken,"', ...beside })
    const { told, names } = await getResult({ ...asZip, link: zipped(body) })
    expect(told.failed, told.text).toBe(false)
    expect(names).toEqual(['a.zip'])
    const warning =
      'Beside the translations the zip holds «manifest.csv», «README.md», «manifest.txt» and 3 more, which were not read.'
    expect(told.data.warnings).toEqual([warning])
  })

  it('is expected where nobody named the file and there are several languages [RES-1]', async () => {
    const link = zipped(zip({ 'de/a.json': '{"a": "b"}', 'fr/a.json': '{"a": "c"}' }))
    const { told, names } = await getResult({
      ...{ file_name: 'a.json', link, result: { file_name: null } },
      plan: { plan_revision: 'r1', not_included: [], target_languages: ['de', 'fr'] },
    })
    expect(told.failed, told.text).toBe(false)
    expect(names).toEqual(['a.de.json', 'a.fr.json'])
  })

  const bomb = zip({ 'a.de.json': ' '.repeat(40_000_000) })
  it.each<[string, Uint8Array, RegExp]>([
    ['that is none', strToU8('PK and no more'), /it is no zip/],
    ['without a file', zip({}), /without a file|no zip/],
    [
      'with a broken file',
      zip({ 'a.de.json': '{}', 'a.fr.json': '{"a": ' }),
      /of its file "a\.fr\.json": it cannot be read/,
    ],
    [
      'without a file of the source\u2019s format',
      zip({ 'README.md': 'hi' }),
      /no file in it has the format of the source/,
    ],
    [
      'with a program',
      zip({ 'a.de.json': '{}', 'a.de.exe': 'x' }),
      /"a\.de\.exe" is neither a translation nor a document/,
    ],
    ['with a script', zip({ 'a.de.json': '{}', 'install.sh': 'x' }), /"install\.sh" is neither/],
    ['with a page beside it', zip({ 'a.de.json': '{}', 'report.html': '<p>' }), /"report\.html" is neither/],
    ['with a file beside its folder', zip({ '../a.de.json': '{}' }), /leads out of its folder/],
    ['that grows beyond all measure', bomb, /"a\.de\.json" is larger than such a file can be/],
  ])('%s is not saved [RES-1]', async (_, body, words) => {
    const { told, names } = await getResult({ ...asZip, link: zipped(body) })
    expect(told.text).toMatch(words)
    expect(names).toEqual([])
  })
})

it.each([
  ['a.json', 240],
  ['a.csv', 240],
  ['a.xyz', 240],
  ['a.po', 16],
  ['a.zip', 960],
])(
  'of %s up to %i MB are read where no size is known: what the contract lets be sent, and room to grow [RES-1]',
  (name, mb) => {
    const result = Result.parse({ url: 'https://files.test/a' })
    const { most_bytes } = expectedOf({ result, batch: Batch.parse(batch()), name })
    expect(most_bytes).toBe(mb * 1024 * 1024)
  },
)

it.each(builtExtensions)('of a .%s file come under its own media type, and not as a picture [RES-1]', extension => {
  const name = `a.${extension}`
  const { admits } = expectedOf({
    result: Result.parse({ url: 'https://files.test/a' }),
    batch: Batch.parse(batch()),
    name,
  })
  expect(admits(familyOf(name)?.media_type ?? '')).toBe(true)
  expect(admits('image/png')).toBe(false)
})

it('the file that a wrong result was to replace stays as it was [RES-1]', async () => {
  const { told, names, folder } = await getResult({ file_name: 'a.json', link: plain('{"a": ') }, '{"a": "mine"}')
  expect(told.failed).toBe(true)
  expect(names).toEqual(['a.json'])
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('{"a": "mine"}')
})

const ROWS = `n;a,b,c\n${'1;x,y,z\n'.repeat(500)}`

describe('a result as it should be', () => {
  const utf16 = Buffer.from('\ufeffa,b\nc,"d\ne"\n', 'utf16le')
  it.each<[string, Finished]>([
    ['of which nothing was said', { file_name: 'a.txt', link: { status: 200, body: 'Guten Tag' } }],
    ['in UTF-16 with a mark', { file_name: 'a.csv', link: { status: 200, body: utf16 } }],
    ['with a byte order mark', { file_name: 'a.json', link: plain('\ufeff{"a": "b"}') }],
    ['under a general media type', { file_name: 'a.po', link: plain('msgid "a"\nmsgstr "b"\n') }],
    ['without a word', { file_name: 'a.txt', link: plain(''), batch: { word_count: 0 } }],
    [
      'about web pages, as long as was announced',
      { file_name: 'a.md', link: plain(html), result: { size_bytes: html.length } },
    ],
    ['with its SHA-256', { file_name: 'a.txt', link: plain('y'), result: { sha256: OTHER } }],
    ['with its SHA-256 in capitals', { file_name: 'a.txt', link: plain('y'), result: { sha256: OTHER.toUpperCase() } }],
    ['with its SHA-256 in base64', { file_name: 'a.txt', link: plain('y'), result: { sha256: base64(OTHER) } }],
    ['with a hash that is none', { file_name: 'a.txt', link: plain('x'), result: { sha256: 'W/"5e-33"' } }],
    ['with a hash of another length', { file_name: 'a.txt', link: plain('x'), result: { sha256: 'd41d8cd98f00b204' } }],
    [
      'that reads as its source did',
      { file_name: 'b.csv', link: plain(`${ROWS}2;x,"y,z\n`), source: { name: 'a.csv', text: 'n;text\n1;x\n2;y\n' } },
    ],
    [
      'that reads by itself alone',
      { file_name: 'b.csv', link: plain('n,text\n1,"x;y"\n'), source: { name: 'a.csv', text: ROWS } },
    ],
    [
      'which is a page to sign in, as its source is',
      { file_name: 'b.html', link: { ...page, body: login }, source: { name: 'a.html', text: login } },
    ],
    [
      'which is a page to sign in, of a source that nobody has',
      { file_name: 'b.html', link: { ...page, body: login } },
    ],
    ['about errors', { file_name: 'a.json', link: { status: 200, body: { error: { code: 'Kode', message: 'x' } } } }],
    [
      'of another service that writes PDFs',
      { file_name: 'a.pdf', link: { status: 200, body: pdfOf([[{ text: 'Guten Tag', y: 100 }]]) } },
    ],
    [
      'of a packed format, whatever its media type says',
      {
        ...{ file_name: 'a.docx', result: { media_type: 'application/zip' } },
        link: {
          status: 200,
          headers: { 'content-type': 'application/zip' },
          body: documentOf(paragraph('Guten Tag')),
        },
      },
    ],
    [
      'of XLIFF with a licence above it',
      {
        file_name: 'a.xlf',
        link: plain(`<?xml version="1.0"?><!--${'x'.repeat(5000)}--><xliff version="1.2"></xliff>`),
      },
    ],
    ['of subtitles', { file_name: 'a.srt', link: plain('1\n00:00:01,000 --> 00:00:02,000\nHallo\n') }],
    ['of captions without any', { file_name: 'a.vtt', link: plain('WEBVTT\n') }],
    ['of an unknown extension', { file_name: 'a.xyz', link: { status: 200, body: 'whatever' } }],
  ])('%s is saved [RES-1]', async (_, finished) => {
    const { told, names } = await getResult(finished)
    expect(told.failed, told.text).toBe(false)
    expect(names.filter(name => name !== finished.source?.name)).toEqual([finished.file_name])
  })
})
