import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { api } from '../../src/contract/operations.ts'
import { builtExtensions } from '../../src/formats/index.ts'
import { jumpingClock } from '../client/start.ts'
import type { Fault } from '../support/faults.ts'
import { storedFiles } from '../support/flow.ts'
import { type Host, type McpWorld, madeIn, startMcpWorld, type Told } from '../support/mcp.ts'

const YES = { answers: [{ action: 'accept' }] } as const

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
  mkdirSync(join(world.folder, 'inner'))
  symlinkSync('/etc/passwd', join(world.folder, 'out.txt'))
  symlinkSync('/etc', join(world.folder, 'etc'))
})

/** Everything that a refused call could have left behind: translations, stored contents, files. */
async function traces() {
  const { data } = await world.list(api.batches.list, { query: { limit: '100' } })
  return { batches: data.map(({ id }) => id), stored: storedFiles(world), files: filesBelow(world.folder) }
}

/** What is in the folder, not what its symlinks lead to. */
function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}

/** A refusal says what is wrong in these words, and leaves nothing behind (MCP-7). */
async function refuses(host: Host, tool: string, input: Record<string, unknown>, words: readonly string[]) {
  const before = await traces()
  const told = await host.call(tool, input)
  expect(told.failed, told.text).toBe(true)
  for (const word of words) expect(told.text).toContain(word)
  expect(told.text).not.toMatch(/\bat .*:\d+:\d+|internal_error|node_modules/)
  expect(await traces()).toEqual(before)
}

const PO_HEADER = (type: string) => `msgid ""\nmsgstr ""\n"Content-Type: ${type}\\n"\n\n`
const FAR = 100_000
const NO_TEXT = ['plan_invalid', 'nothing to translate']
const NOT_TEXT = ['invalid_request', 'Save it as UTF-8']
const NAMED = (is: string) => ['invalid_request', is, 'not what its name says']

/** What is wrong, the file's name, its content, the words that must be said. */
const FILES: readonly (readonly [string, string, string | Uint8Array, readonly string[]])[] = [
  ['an empty file', 'empty.txt', '', ['file_empty', 'nothing to translate']],
  ['an empty table', 'empty.csv', '', ['file_empty', 'nothing to translate']],
  ['only white space', 'blank.txt', ' \n\n \t\n', NO_TEXT],
  ['only a byte order mark', 'mark.txt', '\ufeff', NO_TEXT],
  ['JSON without a text', 'numbers.json', '{"a": 1, "b": [true, null]}', NO_TEXT],
  ['a table of numbers', 'numbers.csv', '1,2\n3,4\n', NO_TEXT],
  ['Markdown that is all code', 'code.md', '```js\nlet a = 1\n```\n', NO_TEXT],
  ['a catalogue that is all header', 'header.po', PO_HEADER('text/plain; charset=UTF-8'), NO_TEXT],
  ['binary bytes in a text', 'binary.txt', Uint8Array.of(1, 2, 255, 254, 3, 200), NOT_TEXT],
  [
    'a picture named Markdown',
    'picture.md',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    NAMED('a picture'),
  ],
  ['an archive named CSV', 'archive.csv', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 255), NAMED('a zip file')],
  [
    'a compiled catalogue named PO',
    'compiled.po',
    Buffer.from('de12049500000000', 'hex'),
    ['invalid_request', 'UTF-8'],
  ],
  ['a NUL in JSON', 'nul.json', '{"a": "x\0y"}', ['invalid_request', 'NUL', 'Save it as UTF-8']],
  ['UTF-16 without a mark', 'unmarked.txt', Buffer.from('Hello', 'utf16le'), ['UTF-16 without a byte order mark']],
  ['UTF-16 cut inside a letter', 'cut.txt', Buffer.from('fffe480065', 'hex'), NOT_TEXT],
  ['Latin-1', 'latin.txt', Buffer.from('Grüße an alle', 'latin1'), NOT_TEXT],
  ['a table named JSON', 'table.json', 'key,text\na,Hello\n', ['not valid JSON', 'line 1, column 1']],
  ['JSON named PO', 'object.po', '{"a": "Hello"}', ['not a valid PO catalogue', 'line 1']],
  ['a program', 'program.exe', 'MZ', ['unsupported_format', '.exe files are not accepted', builtExtensions.join(', ')]],
  ['a name without extension', 'README', 'Hello', ['unsupported_format', 'without an extension']],
  ['a quote never closed', 'open.csv', 'key,text\na,"Hello\nb,Bye\n', ['line 2', 'never closed', 'Close it']],
  ['JSON cut short', 'short.json', '{"a": "Hello', ['not valid JSON', 'a string is not closed', 'Correct it']],
  ['lists 100,000 deep', 'lists.json', `${'['.repeat(FAR)}"Hi"${']'.repeat(FAR)}`, ['nested deeper', 'Flatten it']],
  [
    'objects 100,000 deep',
    'objects.json',
    `${'{"a":'.repeat(FAR)}1${'}'.repeat(FAR)}`,
    ['nested deeper', 'Flatten it'],
  ],
  ['lists never closed', 'unclosed.json', '['.repeat(FAR), ['nested deeper', 'Flatten it']],
  ['quotes 100,000 deep', 'quotes.md', `${'>'.repeat(FAR)} Hello`, ['100 deep', 'Flatten them']],
  ['20,000 brackets', 'brackets.md', `${'['.repeat(20_000)} Hello`, ['reasonable time', 'Split them']],
  [
    'an unknown charset',
    'klingon.po',
    `${PO_HEADER('text/plain; charset=KLINGON')}msgid "Hi"\nmsgstr ""\n`,
    ['KLINGON', 'msgconv'],
  ],
  [
    'a message never closed',
    'open.po',
    'msgid "Hello\nmsgstr ""\n',
    ['not a valid PO catalogue', 'line 1', 'Correct it'],
  ],
]

describe('a file that cannot be translated', () => {
  it.each(FILES)('%s is refused in words that say what to do, and nothing is left [MCP-7]', async (...row) => {
    const [, name, content, words] = row
    const file_path = world.file(name, content)
    await refuses(await world.open(), 'create_batch', { file_path, target_languages: ['de'] }, words)
  })
})

const OUTSIDE = ['outside_allowed_folders', '--allow']

/** What is wrong, the arguments of create_batch, the words that must be said. */
const CALLS: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
  ['a file outside', { file_path: '/etc/passwd' }, OUTSIDE],
  ['a way out by dots', { file_path: 'inner/../../../etc/passwd' }, OUTSIDE],
  ['a file outside that is not there', { file_path: '/etc/not-there.txt' }, OUTSIDE],
  ['a file URL outside', { file_path: 'file:///etc/passwd' }, OUTSIDE],
  ['a home way out', { file_path: '~/../../../../etc/passwd' }, OUTSIDE],
  ['a device', { file_path: '/dev/zero' }, OUTSIDE],
  ['a symlink that leads out', { file_path: 'out.txt' }, OUTSIDE],
  ['a symlinked folder that leads out', { file_path: 'etc/passwd' }, OUTSIDE],
  ['a file URL of another machine', { file_path: 'file://host/a.txt' }, ['bad_path', 'not a file URL']],
  ['a NUL in a path', { file_path: 'a\0.txt' }, ['bad_path', 'NUL']],
  ['a folder', { file_path: 'inner' }, ['not_a_file', 'is a folder', 'one file']],
  ['a file that is not there', { file_path: 'none.txt' }, ['file_not_found', 'Check the name']],
  ['an empty content', { content: '', filename: 'a.txt' }, NO_TEXT],
  ['a file_url that is not HTTPS', { file_url: 'http://127.0.0.1/a.txt' }, ['HTTPS']],
  ['a file_url on this machine', { file_url: 'https://127.0.0.1/a.txt' }, ['file_fetch_failed']],
  ['a tag that is none', { content: 'Hello', filename: 'a.txt', target_languages: ['German'] }, ['list_languages']],
  [
    'an unsupported tag',
    { content: 'Hello', filename: 'a.txt', target_languages: ['tlh'] },
    ['not among', 'list_languages'],
  ],
  [
    'an unsupported language',
    { content: 'Hello', filename: 'a.txt', target_languages: undefined, instruction: 'Translate into Klingon.' },
    ['Klingon', 'list_languages'],
  ],
  [
    'an instruction without a language',
    { content: 'Hello', filename: 'a.txt', target_languages: undefined, instruction: 'Please translate this nicely.' },
    ['names no target language', 'for example'],
  ],
]

describe('a call that cannot be followed', () => {
  it.each(CALLS)('%s is refused in words that say what to do, and nothing is left [MCP-7, MCP-10]', async (...row) => {
    const [, input, words] = row
    await refuses(await world.open(), 'create_batch', { target_languages: ['de'], ...input }, words)
  })
})

/** Creates, approves and saves; gives the bytes of the result. */
async function translated(host: Host, name: string, content: string | Uint8Array): Promise<Buffer> {
  const file_path = world.file(name, content)
  const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
  const approved = await host.call('approve_batch', made.approval)
  expect(approved.failed, approved.text).toBe(false)
  return readFileSync(savedIn(await host.call('get_result', { batch_id: made.id })))
}

function savedIn({ data, text }: Told): string {
  expect(data.saved_to, text).toEqual(expect.any(String))
  return String(data.saved_to)
}

const bare = (text: string) => text.replaceAll(/[^\r\n\u2028]+/g, 'x')

/** What is unusual, the file's name, its text, how it is encoded. */
const WHOLE: readonly (readonly [string, string, string, BufferEncoding])[] = [
  ['UTF-16 with a mark', 'wide.txt', '\ufeffHello there\r\nGood bye\r\n', 'utf16le'],
  ['UTF-8 with a mark', 'marked.txt', '\ufeffHello there\nGood bye\n', 'utf8'],
  ['a mark before JSON', 'marked.json', '\ufeff{"a": "Hello there"}\r\n', 'utf8'],
  ['a mark before a table', 'marked.csv', '\ufeffkey,text\r\na,Hello there\r\n', 'utf8'],
  ['CRLF in a text', 'crlf.txt', 'Hello there\r\n\r\nGood bye\r\n', 'utf8'],
  ['CRLF in Markdown', 'crlf.md', '# Hello there\r\n\r\nGood bye\r\n', 'utf8'],
  [
    'CRLF in a catalogue',
    'crlf.po',
    `${PO_HEADER('text/plain; charset=UTF-8')}msgid "Hi"\nmsgstr ""\n`.replaceAll('\n', '\r\n'),
    'utf8',
  ],
  ['lone CR', 'cr.txt', 'Hello there\rGood bye\r', 'utf8'],
  ['lone CR in a table', 'cr.csv', 'key,text\ra,Hello there\r', 'utf8'],
  ['U+2028', 'separator.txt', 'Hello there\u2028Good bye\n', 'utf8'],
  ['a Russian name', 'Отчёт (1).md', '# Hello there\n', 'utf8'],
  ['a Japanese name', '報告書.csv', 'key,text\na,Hello there\n', 'utf8'],
  ['a name of dots and spaces', 'a..b  c.txt', 'Hello there\n', 'utf8'],
  ['duplicate keys', 'twice.json', '{"a": "Hello there", "a": "Good bye"}', 'utf8'],
]

describe('an unusual file', () => {
  it.each(WHOLE)('with %s comes back whole beside its source [RES-2, MCP-10]', async (...row) => {
    const [, name, text, encoding] = row
    const result = await translated(await world.open(YES), name, Buffer.from(text, encoding))
    const back = result.toString(encoding)
    expect(back.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
    expect(back).toContain('⟦de')
    if (!name.endsWith('.po')) expect(bare(back)).toBe(bare(text))
    expect(back.replaceAll('\r\n', '').includes('\n')).toBe(text.replaceAll('\r\n', '').includes('\n'))
    const at = name.lastIndexOf('.')
    expect(filesBelow(world.folder)).toContain(`${name.slice(0, at)}.de${name.slice(at)}`)
  })

  it('keeps both of two equal keys, each translated', async () => {
    const result = await translated(await world.open(YES), 'both.json', '{"a": "Hello", "a": "Bye"}')
    expect(result.toString().match(/⟦de/g)).toHaveLength(2)
  })

  it('with broken headers in a catalogue is read as far as it can be, and stays a catalogue', async () => {
    const broken =
      'msgid ""\nmsgstr ""\n"Content-Type text/plain\\n"\n"Plural-Forms: nplurals=banana\\n"\n\nmsgid "Hi"\nmsgstr ""\n'
    const result = await translated(await world.open(YES), 'broken.po', broken)
    expect(result.toString()).toContain('"Content-Type text/plain\\n"')
    expect(result.toString()).toMatch(/msgid "Hi"\nmsgstr "⟦de/)
  })
})

describe('a result', () => {
  beforeAll(() => {
    world.file('mine.txt', 'mine')
    symlinkSync('/tmp/not-there.txt', join(world.folder, 'dangling.txt'))
  })

  /** The same translation for every test, made by the first. */
  async function finished(host: Host): Promise<string> {
    const call = { content: 'Hello, result', filename: 'result.txt', target_languages: ['de'] }
    const made = madeIn(await host.call('create_batch', call))
    if (made.status === 'awaiting_review') await host.call('approve_batch', made.approval)
    const { status } = madeIn(await host.call('get_batch', { batch_id: made.id, wait_seconds: 20 }))
    expect(status).toBe('completed')
    return made.id
  }

  it.each([
    ['over an existing file', 'mine.txt', ['file_exists', 'left as it is', 'overwrite: true']],
    ['over a symlink that leads nowhere', 'dangling.txt', ['file_exists', 'left as it is']],
    ['outside', '/etc/result.txt', OUTSIDE],
    ['outside by dots', '../result.txt', OUTSIDE],
    ['through a symlink that leads out', 'etc/result.txt', OUTSIDE],
    ['below a file', 'mine.txt/result.txt', []],
    [
      'into a new folder below a file',
      'mine.txt/new/result.txt',
      ['file_error', 'ENOTDIR', 'permissions of the folder'],
    ],
    ['into a new folder of too long a name', `${'b'.repeat(300)}/`, ['file_error', 'ENAMETOOLONG']],
    ['under a name too long', `${'a'.repeat(300)}.txt`, []],
    ['under a name with NUL', 'a\0.txt', ['bad_path']],
  ])('is not saved %s, and nothing is left half written [MCP-10]', async (_where, save_to, words) => {
    const host = await world.open(YES)
    const batch_id = await finished(host)
    await refuses(host, 'get_result', { batch_id, save_to }, words)
    expect(readFileSync(join(world.folder, 'mine.txt'), 'utf8')).toBe('mine')
  })

  it('replaces its own file when told to, and never that of somebody else', async () => {
    const host = await world.open(YES)
    const batch_id = await finished(host)
    await refuses(host, 'get_result', { batch_id, save_to: 'mine.txt', overwrite: true }, [
      'not_replaced',
      'left as it is',
    ])
    const saved = await host.call('get_result', { batch_id, save_to: 'own.txt' })
    expect(await host.call('get_result', { batch_id, save_to: 'own.txt', overwrite: true })).toMatchObject({
      failed: false,
    })
    expect(readFileSync(savedIn(saved), 'utf8')).toContain('⟦de')
  })
})

const HTML = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Welcome</h1>',
} as const
const ODD = { kind: 'answer', status: 200, body: { data: { workspace: 7 }, request_id: 'req_1' } } as const

/** What the API does instead of answering, and the words that must be said. */
const BROKEN: readonly (readonly [string, Fault, readonly string[]])[] = [
  [
    'is down',
    { kind: 'reset' },
    ['network_error', 'no connection to the service, or it broke', 'translation-mcp status'],
  ],
  ['never answers', { kind: 'hang' }, ['timeout', 'did not answer in time']],
  ['stops in the middle', { kind: 'stall', after: 20 }, ['timeout']],
  ['answers byte by byte for longer than a call lasts', { kind: 'trickle', pieces: 400, pause_ms: 20 }, ['timeout']],
  ['breaks off in the middle', { kind: 'cut', after: 20 }, ['network_error']],
  ['does not speak HTTP', { kind: 'rubbish', bytes: 'SSH-2.0-OpenSSH_9.6\r\n' }, []],
  ['answers a web page', HTML, ['not_an_api', 'TRANSLATION_API_URL']],
  ['answers other fields', ODD, ['contract_violation']],
  ['answers broken JSON', { ...HTML, headers: { 'content-type': 'application/json' }, body: '{"data":' }, []],
  ['fails with a page', { ...HTML, status: 500 }, []],
  ['is overloaded', { ...HTML, status: 503 }, []],
]

/** A clock whose pauses take no time, and by which the time of all calls is up when a test says so. */
function testClock() {
  const limits = new Set<() => void>()
  const after = (_ms: number, then: () => void) => {
    limits.add(then)
    return () => void limits.delete(then)
  }
  const timeIsUp = () => {
    for (const then of limits) then()
  }
  return { ...jumpingClock(), after, timeIsUp }
}

describe('an API that', () => {
  const clock = testClock()
  const client = createClient({
    connect: async () => ({ baseUrl: world.faults.url, credential: world.key }),
    userAgent: 'translation-mcp/test',
    clock,
    maxAttempts: 2,
    random: () => 0,
  })
  afterAll(() => client.close())

  it.each(BROKEN)('%s is reported as such, and the next call works [ERR-3, ERR-4]', async (_what, fault, words) => {
    const host = await world.open({}, { client })
    const before = await traces()
    // A call that runs out of time is sent once, every other one twice.
    world.faults.script(...(words.includes('timeout') ? [fault] : [fault, fault]))
    const begun = world.faults.begun(world.faults.seen.length + 1)
    const call = host.call('get_usage')
    if (words.includes('timeout')) {
      await begun
      clock.timeIsUp()
    }
    const told = await call
    expect(told.failed, told.text).toBe(true)
    for (const word of words) expect(told.text).toContain(word)
    expect(told.text).not.toContain(world.key)
    expect(told.text).not.toContain('<h1>')
    expect(await traces()).toEqual(before)
    const left = await host.call('get_usage')
    const after = left.failed ? await host.call('get_usage') : left
    expect(after.failed, after.text).toBe(false)
  })
})

describe('an API that is slow', () => {
  it('is waited for: an answer that comes piece by piece is the answer [ERR-3]', async () => {
    const host = await world.open()
    const quick = await host.call('get_usage')
    world.faults.script({ kind: 'trickle', pieces: 50, pause_ms: 1 })
    const slow = await host.call('get_usage')
    expect(slow.failed, slow.text).toBe(false)
    expect(slow.data).toMatchObject({ totals: quick.data.totals, points: quick.data.points })
  })

  it('loses no file: one sent while answers trickle makes one translation, which a repeat finds [CRE-10]', async () => {
    const host = await world.open()
    const file_path = world.file('slow.txt', 'Hello, slow world\n')
    world.faults.script({ kind: 'trickle', pieces: 50, pause_ms: 1 })
    const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
    const again = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
    expect(again.id).toBe(made.id)
  })
})

describe('after all of it', () => {
  it('the same server does a whole job, and nothing unforeseen was reported [MCP-7]', async () => {
    const result = await translated(await world.open(YES), 'last.txt', 'Hello at last\n')
    expect(result.toString()).toContain('⟦de')
    expect(world.reported).toEqual([])
  })
})
