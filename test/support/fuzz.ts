import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Ajv, type ValidateFunction } from 'ajv'
import fc from 'fast-check'
import { expect } from 'vitest'
import * as z from 'zod'
import { hides } from '../../src/contract/hidden.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { anyText } from './any-text.ts'
import { type Host, type McpWorld, STATE_KEY, type Told } from './mcp.ts'
import { SEED } from './seed.ts'

/** A generated call; `$batch` and `$revision` in it become those of the last translation made. */
interface Call {
  readonly tool: string
  readonly input: Record<string, unknown>
  /** The file that is written before the call. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
}

const LISTED = TOOLS.map(tool => tool.listing())
const PLANTED = 'planted-secret-9f3a'

const HIDDEN_TEXT = [
  '\u202egnp.exe',
  'a\u200bb',
  'a\ufe0fb\u{e0101}',
  'a\u00ad\u3164\u115f\uffa0',
  '\u{e0049}\u{e0067}',
  '\ufeff',
  'a\u2066b\u2069',
  '\0',
  '\x1b[2J',
  '\ud800',
]
const PATHS = [
  '/etc/passwd',
  '../../etc/shadow',
  '~/../x',
  'file:///etc/passwd',
  'C:\\Windows\\x.txt',
  '\\\\host\\share',
  '/dev/zero',
  '/proc/self/environ',
  '/mnt/data/a.txt',
  'out/../..',
  '../planted.txt',
  './',
  '.',
  '/',
  'x'.repeat(300),
]
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length']

const wildText = fc.oneof(
  anyText(60),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(...HIDDEN_TEXT, ...PATHS, ...KEYS),
  fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...HIDDEN_TEXT)).map(parts => parts.join('')),
  fc
    .tuple(fc.constantFrom(...HIDDEN_TEXT, 'a', '語', '\n'), fc.constantFrom(300, 4000, 100_000))
    .map(([one, times]) => one.repeat(times)),
)
const wild = fc.oneof(
  { weight: 4, arbitrary: wildText },
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', [], {}, [[]], {
    __proto__: null,
  }),
  fc.array(wildText, { maxLength: 5 }),
  fc.array(fc.constant('de'), { minLength: 60, maxLength: 2000 }),
  fc.dictionary(fc.oneof(wildText, fc.constantFrom(...KEYS)), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }),
)

const term = fc.record({ source: wildText, target: wildText, note: wild }, { requiredKeys: ['source', 'target'] })
const LANGUAGES = ['de', 'fr', 'pt-BR', 'xx', 'tlh', 'German', '', '__proto__', 'en-de', 'DE']

/** Values that a parameter of this name would take, so that calls come through to the service too. */
const FITTING: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  batch_id: fc.constantFrom('$batch', '$batch', 'bat_01M7YZT9NSMT4JWPVQNVMS5C2H', 'bat_../..', 'bat_%2e%2e'),
  plan_revision: fc.constantFrom('$revision', 'pr_aaaaaaaaaaaaaaaa'),
  file_path: fc.constantFrom('a.txt', 'b.json', ...PATHS),
  content: fc.oneof(fc.constantFrom('Hello there', '{"a": "Hello"}', 'a,b\n1,Hello'), wildText),
  filename: fc.oneof(
    fc.constantFrom('a.txt', 'b.json', 'c.md', 'd.csv', 'e.po', 'f.exe', '../../g.txt', '.txt'),
    wildText,
  ),
  file_url: fc.constantFrom(
    'http://a',
    'https://127.0.0.1/a.txt',
    'https://[::1]/a',
    'https://user:pw@127.0.0.1/',
    'file:///etc/passwd',
    'https://',
    'x',
  ),
  target_languages: fc.array(fc.constantFrom(...LANGUAGES), { maxLength: 4 }),
  source_language: fc.constantFrom(...LANGUAGES),
  instruction: fc.oneof(
    fc.constantFrom('Translate into German.', 'Only the notes.', 'also French', 'skip everything'),
    wildText,
  ),
  wait_seconds: fc.constantFrom(0, 0, 1, -1, 46, 0.5, '0'),
  language_pair: fc.constantFrom('en-de', 'en-pt-BR', 'de-de', 'en', '__proto__', '../x', 'en-tlh'),
  save_to: fc.constantFrom('result.txt', 'deep/er/result.txt', 'a.txt', './', '.hidden/x', ...PATHS),
  terms: fc.array(term, { maxLength: 4 }),
  terms_path: fc.constantFrom('a.txt', 'b.json', ...PATHS),
}

/** Calls of every tool: each argument missing, fitting or wild, and sometimes one that the tool does not have. */
const calls: fc.Arbitrary<Call> = fc.constantFrom(...LISTED).chain(({ name, inputSchema }) => {
  const properties = Object.entries(inputSchema.properties ?? {})
  const known = Object.fromEntries(properties.map(([key, schema]) => [key, argument(key, schema)]))
  const extra = fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), wildText), wild, { minKeys: 1, maxKeys: 3 })
  const { required = [] } = inputSchema
  const lenient = fc.record(known, { requiredKeys: [] })
  const complete = fc.record(known, { requiredKeys: required })
  return fc
    .oneof({ weight: 6, arbitrary: complete }, { weight: 2, arbitrary: lenient }, fc.tuple(complete, extra).map(merged))
    .map(input => ({ tool: name, input }))
})

function merged([input, extra]: [Record<string, unknown>, Record<string, unknown>]): Record<string, unknown> {
  return { ...input, ...extra }
}

const Options = z.looseObject({ enum: z.array(z.unknown()).min(1).optional(), type: z.unknown() })

function argument(name: string, schema: unknown): fc.Arbitrary<unknown> {
  const { enum: options, type } = Options.parse(schema)
  const plain = options
    ? fc.constantFrom(...options)
    : type === 'boolean'
      ? fc.boolean()
      : fc.integer({ min: -1, max: 60 })
  const fitting = FITTING[name] ?? (options || type !== 'string' ? plain : wildText)
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: name === 'wait_seconds' ? 0 : 1, arbitrary: wild })
}

/** A good file of each family, for the mutations to start from. */
const SAMPLES: Readonly<Record<string, string>> = {
  'a.txt': 'Hello there.\r\n\r\nGood bye, {name}!\nThe end\n',
  'a.json': '{"menu": {"open": "Open the file", "n": [1, "Save {name} now", null]}, "help": "Read \\u0041\\n it"}',
  'a.csv': 'key,en,notes\na,"Hello ""there""",x\nb,"two\nlines",y\n',
  'a.tsv': 'key\ten\na\tHello there\nb\tGood bye\n',
  'a.po':
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n#, c-format\nmsgctxt "menu"\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n\n#~ msgid "old"\n#~ msgstr "alt"\n',
  'a.md':
    '---\ntitle: Hello\n---\n\n# Head *line*\n\n- [a link](http://x "t")\n- `code`\n\n| a | b |\n|---|---|\n| c | d |\n\n```js\nx\n```\n\n<b>bold</b> text[^1]\n\n[^1]: Note\n',
}
const RUBBISH = [
  '\0',
  '"',
  '\\',
  '{',
  '[[',
  '\r',
  '\ufeff',
  '\u2028',
  '\ud7ff',
  '*',
  '`',
  '|',
  '\n\n',
  'msgid ""\n',
  '\x80',
]

type Mutation = (bytes: Buffer) => Buffer
const spot = fc.double({ min: 0, max: 1, noNaN: true })
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  spot.map(
    (at): Mutation =>
      bytes =>
        bytes.subarray(0, Math.floor(at * bytes.length)),
  ),
  fc.tuple(spot, spot).map(
    ([from, to]): Mutation =>
      bytes => {
        const [start, end] = [Math.floor(from * bytes.length), Math.floor(to * bytes.length)]
        return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
      },
  ),
  fc.tuple(spot, fc.integer({ min: 1, max: 255 })).map(
    ([at, flip]): Mutation =>
      bytes => {
        const copy = Buffer.from(bytes)
        const index = Math.floor(at * (copy.length - 1))
        if (copy.length > 0) copy[index] = (copy[index] ?? 0) ^ flip
        return copy
      },
  ),
  fc.tuple(spot, fc.constantFrom(...RUBBISH), fc.constantFrom(1, 2, 500)).map(
    ([at, rubbish, times]): Mutation =>
      bytes => {
        const index = Math.floor(at * bytes.length)
        return Buffer.concat([bytes.subarray(0, index), Buffer.from(rubbish.repeat(times)), bytes.subarray(index)])
      },
  ),
)

const files: fc.Arbitrary<Call> = fc
  .tuple(fc.constantFrom(...Object.keys(SAMPLES)), fc.array(mutation, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([name, mutations, worded]) => {
    const bytes = mutations.reduce<Buffer>((made, change) => change(made), Buffer.from(SAMPLES[name] ?? ''))
    const wish = worded ? { instruction: 'Into German, without the notes.' } : { target_languages: ['de'] }
    return { tool: 'create_batch', input: { file_path: name, ...wish }, file: { name, bytes } }
  })

/**
 * Makes generated calls, one after the other, four of them tool calls to one with a generated file, and gives what was wrong
 * with the answers. The same seed gives the same calls.
 */
export async function fuzz(world: McpWorld, count: number, seed = SEED): Promise<string[]> {
  const host = await world.open({ answers: [{ action: 'accept' }] })
  writeFileSync(join(dirname(world.folder), 'planted.txt'), PLANTED)
  world.file('b.json', SAMPLES['a.json'] ?? '')
  mkdirSync(join(world.folder, 'out'), { recursive: true })
  const judge = createJudge(world)
  const all = fc.oneof({ weight: 4, arbitrary: calls }, { weight: 1, arbitrary: files })
  const wrong: string[] = []
  const last = { $batch: 'bat_none', $revision: 'pr_none' }
  const CHUNK = 200
  for (let done = 0; done < count && wrong.length < 10; done += CHUNK) {
    for (const call of fc.sample(all, { numRuns: Math.min(CHUNK, count - done), seed: seed + done })) {
      if (call.file) world.file(call.file.name, call.file.bytes)
      const input = filled(call.input, last)
      const faults = await attempt(host, { ...call, input }, last, judge)
      const shown = `(seed ${seed}) ${call.tool} ${JSON.stringify(input).slice(0, 300)}`
      wrong.push(
        ...faults.map(
          fault =>
            `${fault}: ${shown}${call.file ? ` ${JSON.stringify(Buffer.from(call.file.bytes).toString()).slice(0, 600)}` : ''}`,
        ),
      )
    }
  }
  expect((await host.call('get_account')).failed).toBe(false)
  return [...wrong, ...world.reported]
}

type Last = { $batch: string; $revision: string }

function filled(input: Record<string, unknown>, last: Last): Record<string, unknown> {
  const names = new Map<unknown, string>(Object.entries(last))
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, names.get(value) ?? value]))
}

const Made = z.looseObject({
  batch: z.looseObject({ id: z.string() }),
  plan: z.looseObject({ plan_revision: z.string() }).nullish(),
})
const HANG_MS = 60_000

async function attempt(host: Host, call: Call, last: Last, judge: Judge): Promise<string[]> {
  const late = new AbortController()
  const hang = setTimeout(HANG_MS, 'hang' as const, { signal: late.signal }).catch(() => 'hang' as const)
  const told = await Promise.race([host.call(call.tool, call.input).catch(String), hang])
  late.abort()
  if (typeof told === 'string') return [`no answer (${told.slice(0, 300)})`]
  const made = Made.safeParse(told.data)
  if (made.success) {
    last.$batch = made.data.batch.id
    last.$revision = made.data.plan?.plan_revision ?? last.$revision
  }
  return judge(call, told)
}

type Judge = (call: Call, told: Told) => string[]

const STACK = /\n\s+at |node_modules|\.[jt]s:\d+/
const ABSOLUTE = /\/(?:home|tmp|work|usr|root|var|etc|proc|mnt)\/[\w./-]*/g
const LONGEST_REFUSAL = 8000

/** What no answer may do, whatever was asked. */
function createJudge(world: McpWorld): Judge {
  const ajv = new Ajv({ strict: false })
  const outputs = new Map<string, ValidateFunction>(
    LISTED.map(({ name, outputSchema }) => [name, ajv.compile(Object.fromEntries(Object.entries(outputSchema ?? {})))]),
  )
  const key = Buffer.from(STATE_KEY)
  const secrets = [
    world.key,
    key.toString('hex'),
    key.toString('base64'),
    key.toString('latin1'),
    PLANTED,
    world.dataDir,
  ]
  return ({ tool, input }, told) => {
    const given = JSON.stringify(input)
    const all = told.text + JSON.stringify(told.data)
    const valid = outputs.get(tool)
    const leaked = told.failed
      ? (told.text.match(ABSOLUTE) ?? []).filter(path => !path.startsWith(world.folder) && !given.includes(path))
      : []
    const checks: readonly (readonly [string, boolean])[] = [
      ['tells a secret', secrets.some(secret => all.includes(secret))],
      [`tells a path (${leaked[0]})`, leaked.length > 0],
      ['shows a stack', told.failed && STACK.test(told.text)],
      ['is an internal error', told.failed && told.text.includes('internal_error')],
      [`holds hidden characters (${JSON.stringify(told.text.slice(0, 200))})`, hides(told.text.replaceAll('\n', ''))],
      [`is too long (${told.text.length})`, told.failed && told.text.length > LONGEST_REFUSAL],
      ['breaks its schema', !told.failed && valid !== undefined && !valid(told.data)],
    ]
    return checks.flatMap(([fault, is]) => (is ? [fault] : []))
  }
}
