import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionsIn } from './support/functions.ts'
import { ringsIn } from './support/imports.ts'
import { ROOT, sources } from './support/tree.ts'
import { writtenWalls } from './support/written-walls.ts'

/** Which rooms a room may import from; cli composes all and nobody imports cli. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  formats: ['contract'],
  checks: ['contract', 'formats'],
  sync: ['contract', 'formats', 'checks'],
  client: ['contract'],
  telemetry: ['contract'],
  verify: ['contract', 'client'],
  auth: ['contract', 'client'],
  mcp: ['contract', 'client', 'auth', 'formats', 'sync'],
  service: ['contract', 'formats', 'checks', 'telemetry'],
  cli: [
    'contract',
    'formats',
    'checks',
    'sync',
    'client',
    'verify',
    'auth',
    'telemetry',
    'mcp',
    'service',
    'package.json',
  ],
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*\(?['"]([^'"]+)['"]/g

const src = sources('src')
const tests = sources('test')

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(match => match[1] ?? '')
}

/** The files of ours that a file imports, types too, by their names from the root. */
function targetsOf({ name, text }: { name: string; text: string }): string[] {
  return importsOf(text)
    .filter(target => target.startsWith('.'))
    .map(target => path.posix.join(path.posix.dirname(name), target))
}

/** All files of ours that are loaded at once with these. */
function loadedBy(entries: readonly string[]): ReadonlySet<string> {
  const texts = new Map(src.map(({ name, text }) => [name, text]))
  const loaded = new Set<string>()
  const load = (name: string): void => {
    if (loaded.has(name)) return
    loaded.add(name)
    const loads = (texts.get(name) ?? '').matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from '(\.[^']+)'/gm)
    for (const [, target = ''] of loads) load(path.posix.join(path.posix.dirname(name), target))
  }
  for (const entry of entries) load(entry)
  return loaded
}

function roomOf(name: string): string {
  return name.split('/')[1] ?? name
}

describe('the rooms', () => {
  it('import only from the rooms they may', () => {
    const wrong = src.flatMap(({ name, text }) =>
      targetsOf({ name, text })
        .filter(target => roomOf(target) !== roomOf(name) && !MAY_IMPORT[roomOf(name)]?.includes(roomOf(target)))
        .map(target => `${name} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('are written down in docs/architecture.md with these imports', () => {
    const { cli = [], ...others } = MAY_IMPORT
    expect(new Set(cli)).toEqual(new Set([...Object.keys(others), 'package.json']))
    expect(writtenWalls('## Rooms')).toEqual({ ...others, contract: ['zod only'], cli: ['all'] })
  })

  it('keep the contract free of everything but zod', () => {
    const outside = src
      .filter(({ name }) => name.startsWith('src/contract/'))
      .flatMap(({ text }) => importsOf(text))
      .filter(target => !target.startsWith('.') && target !== 'zod')
    expect(outside).toEqual([])
  })

  it('enter checks, and from checks enter formats, through the door alone [ENG-2]', () => {
    const inner = src.flatMap(({ name, text }) =>
      targetsOf({ name, text })
        .filter(target => roomOf(target) !== roomOf(name) && !target.endsWith('/index.ts'))
        .filter(target => roomOf(target) === 'checks' || (roomOf(name) === 'checks' && roomOf(target) === 'formats'))
        .map(target => `${name} → ${target}`),
    )
    expect(inner).toEqual([])
  })

  it('know no translation server by its name but in its own folder and its line in the registry [ENG-1]', () => {
    const servers = ['deepl', 'apertium', 'openai'].map(name => new RegExp(name, 'i'))
    const knowing = src.flatMap(({ name, text }) => {
      const own = /^src\/service\/engine\/(\w+)\//.exec(name)?.[1]
      if (name === 'src/service/engine/registry.ts') return []
      return servers.filter(server => server.test(text) && !server.test(own ?? '')).map(server => `${name}: ${server}`)
    })
    expect(knowing).toEqual([])
  })

  it('read what an engine is from data alone: its about.ts imports nothing that runs [ENG-1]', () => {
    const about = src.filter(({ name }) => /^src\/service\/engine\/\w+\/about\.ts$/.test(name))
    const folders = new Set(src.flatMap(({ name }) => /^src\/service\/engine\/(\w+)\//.exec(name)?.[1] ?? []))
    expect(about.map(({ name }) => name.split('/')[3])).toEqual([...folders])
    const running = about.flatMap(({ name, text }) =>
      [...text.matchAll(/^import (?!type).*$/gm)].map(([line]) => `${name}: ${line}`),
    )
    expect(running).toEqual([])
  })

  it('are all rooms of the plan', () => {
    expect([...new Set(src.map(({ name }) => roomOf(name)))].filter(room => !(room in MAY_IMPORT))).toEqual([])
  })
})

describe('the room of formats', () => {
  const formats = src.filter(({ name }) => name.startsWith('src/formats/'))
  const DOOR = 'src/formats/index.ts'
  /** What the files of a folder, and those beside the folders, may import from this room. A family is any other folder. */
  const WITHIN: Record<string, readonly string[]> = {
    'unit.ts': [],
    'format.ts': ['unit.ts'],
    bytes: ['format.ts'],
    content: ['format.ts'],
    result: ['format.ts', 'bytes', 'content'],
    keyed: ['format.ts', 'bytes', 'content'],
  }
  const FAMILY = ['format.ts', 'bytes', 'content', 'keyed']
  const REGISTRY = 'src/formats/registry.ts'
  const placeIn = (name: string) => name.split('/')[2] ?? ''

  it('has one door', () => {
    const around = src
      .filter(({ name }) => roomOf(name) !== 'formats')
      .flatMap(file => targetsOf(file).map(target => ({ from: file.name, target })))
      .filter(({ target }) => target.startsWith('src/formats/') && target !== DOOR)
      .map(({ from, target }) => `${from} → ${target}`)
    expect(around).toEqual([])
  })

  it('lets a family know the contract of formats, bytes and content, and no other family', () => {
    const wrong = formats
      .filter(({ name }) => name !== DOOR && name !== REGISTRY)
      .flatMap(file => targetsOf(file).map(target => ({ from: file.name, target })))
      .filter(({ target }) => target.startsWith('src/formats/'))
      .filter(({ from, target }) => {
        const [place, other] = [placeIn(from), placeIn(target)]
        return place !== other && !(WITHIN[place] ?? FAMILY).includes(other)
      })
      .map(({ from, target }) => `${from} → ${target}`)
    expect(wrong).toEqual([])
  })

  it('lets its registry know the families alone', () => {
    const known = formats.filter(({ name }) => name === REGISTRY).flatMap(targetsOf)
    const others = known.filter(target => placeIn(target) in WITHIN || !/^src\/formats\/\w+\//.test(target))
    expect(others).toEqual(['src/formats/format.ts'])
  })

  it('loads a family when a file of it is opened: its door loads none, and what is known before is data alone', () => {
    const families = formats
      .filter(({ name }) => name === REGISTRY)
      .flatMap(({ name, text }) =>
        [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, target = '']) =>
          path.posix.join(path.posix.dirname(name), target),
        ),
      )
    expect(new Set(families).size).toBeGreaterThan(9)
    const loaded = loadedBy([DOOR])
    expect(families.filter(family => loaded.has(family))).toEqual([])
    const facts = formats.filter(({ name }) => name.endsWith('/facts.ts'))
    expect(new Set(facts.map(({ name }) => placeIn(name)))).toEqual(new Set(families.map(placeIn)))
    const running = facts.flatMap(({ name, text }) =>
      [...text.matchAll(/^import (?!type).*$/gm)].map(([line]) => `${name}: ${line}`),
    )
    expect(running).toEqual([])
  })

  it('is written down in docs/architecture.md with these imports', () => {
    const expected = { 'registry.ts': ['format.ts', 'the families'], ...WITHIN, json: FAMILY }
    expect(writtenWalls('### Inside formats')).toEqual(expected)
  })

  it('has no ring of imports, those of types included', () => {
    expect(ringsIn(formats)).toEqual([])
  })

  it('tells what holds for a format by its traits: nobody outside asks for one by its name or the form of its addresses', () => {
    const named =
      /(?:family|extension) (?:===|!==) '\w|['"`](?:txt|md|csv|tsv|json|pot?)['"`]|['"`](?:text|md|csv|json|po):/
    const asking = src
      .filter(({ name }) => /^src\/(?:checks|service\/(?:planner|worker|segments|domain))\//.test(name))
      .flatMap(({ name, text }) =>
        text
          .split('\n')
          .filter(line => named.test(line) && !/^\s*(?:\*|\/\*|\/\/)/.test(line))
          .map(line => `${name}: ${line.trim()}`),
      )
    expect(asking).toEqual([])
  })

  it('is not loaded when the server starts', () => {
    const loaded = loadedBy(['src/cli/main.ts', 'src/cli/run.ts', 'src/cli/commands/stdio.ts'])
    expect(loaded.size).toBeGreaterThan(50)
    expect([...loaded].filter(name => name.startsWith('src/formats/'))).toEqual([])
  })
})

describe('the rooms of the service', () => {
  /**
   * What each room may import: rooms of the source, rooms of the service, and of the files beside these (`ports.ts` …) those that
   * hold types or facts alone. What composes the service (service.ts, seed.ts, data-folder.ts, retention.ts) may import all, and no
   * room but admin, backup and move imports it.
   */
  const MAY: Record<string, readonly string[]> = {
    domain: ['contract', 'formats'],
    planner: ['contract', 'formats', 'checks', 'domain'],
    engine: ['contract', 'formats', 'checks', 'domain'],
    store: ['contract', 'domain', 'ports.ts'],
    files: ['contract', 'formats', 'domain', 'ports.ts'],
    web: ['contract', 'domain'],
    views: ['contract', 'domain', 'store'],
    http: ['contract', 'domain', 'store', 'files', 'ports.ts', 'settings.ts', 'trace.ts'],
    translation: ['contract', 'formats', 'checks', 'engine', 'store', 'settings.ts'],
    segments: [
      ...['contract', 'formats', 'checks', 'domain', 'planner', 'engine', 'translation', 'store', 'files', 'http'],
      'settings.ts',
    ],
    worker: [
      ...['contract', 'formats', 'checks', 'domain', 'planner', 'engine', 'translation', 'store', 'files', 'segments'],
      ...['owned-files.ts', 'ports.ts', 'settings.ts', 'trace.ts', 'telemetry'],
    ],
    routes: [
      ...['contract', 'formats', 'domain', 'planner', 'store', 'files', 'web', 'views', 'http', 'segments'],
      'ports.ts',
    ],
    consent: ['domain', 'store'],
    oauth: ['contract', 'domain', 'store', 'consent', 'web', 'ports.ts', 'trace.ts'],
    backup: ['contract', 'domain', 'store', 'data-folder.ts', 'folder-marks.ts'],
    move: ['contract', 'store', 'files', 'data-folder.ts', 'folder-marks.ts', 'ports.ts', 'private-file.ts'],
    admin: [
      'contract',
      'domain',
      'store',
      'files',
      'segments',
      'consent',
      'views',
      'oauth',
      'data-folder.ts',
      'folder-marks.ts',
      'owned-files.ts',
      'seed.ts',
      'settings.ts',
      'shared-secrets.ts',
      'upload-desk.ts',
    ],
  }
  /** The room of a file of the service, and of any other its room of the source: `store`, `ports.ts`, `contract`. */
  const placeOf = (name: string): string => name.split('/')[name.startsWith('src/service/') ? 2 : 1] ?? name
  const ways = src
    .filter(({ name }) => placeOf(name) in MAY && name.startsWith('src/service/'))
    .flatMap(file => targetsOf(file).map(target => ({ name: file.name, from: placeOf(file.name), target })))
    .filter(({ from, target }) => placeOf(target) !== from)

  it('are all those that there are', () => {
    const folders = src.filter(({ name }) => /^src\/service\/.*\//.test(name)).map(({ name }) => placeOf(name))
    expect(new Set(folders)).toEqual(new Set(Object.keys(MAY)))
  })

  it('import only what they may', () => {
    const wrong = ways.filter(({ from, target }) => !MAY[from]?.includes(placeOf(target)))
    expect(wrong.map(({ name, target }) => `${name} → ${target}`)).toEqual([])
  })

  it('are written down in docs/architecture.md with these imports', () => {
    const rooms = (names: readonly string[]) =>
      names.filter(name => name !== 'contract' && name !== 'formats' && !name.endsWith('.ts')).sort()
    const sorted = (walls: Record<string, readonly string[]>) =>
      Object.fromEntries(Object.entries(walls).map(([room, names]) => [room, rooms(names)]))
    expect(sorted(writtenWalls('### Inside the service'))).toEqual(sorted(MAY))
  })

  it('form no ring: each can be read before those that use it', () => {
    const rooms = Object.keys(MAY).map(room => ({
      name: `src/${room}.ts`,
      text: ways
        .filter(({ from, target }) => from === room && placeOf(target) in MAY)
        .map(({ target }) => `import './${placeOf(target)}.ts'`)
        .join('\n'),
    }))
    expect(ringsIn(rooms)).toEqual([])
  })

  it('know the engines apart: no folder of an engine imports another, and about.ts alone is read before it is loaded', () => {
    const folderOf = (name: string) => /^src\/service\/engine\/(\w+)\//.exec(name)?.[1]
    const entering = src
      .flatMap(file => targetsOf(file).map(target => ({ name: file.name, target })))
      .filter(({ name, target }) => folderOf(target) !== undefined && folderOf(name) !== folderOf(target))
    expect(entering.filter(({ target }) => !target.endsWith('/about.ts'))).toEqual([])
    expect(new Set(entering.map(({ name }) => name))).toEqual(new Set(['src/service/engine/registry.ts']))
  })

  it('enter segments by one door, whether to serve them, to take them out of a file or to forget them [MCP-15]', () => {
    const around = src
      .filter(({ name }) => !name.startsWith('src/service/segments/'))
      .flatMap(file => targetsOf(file).map(target => ({ name: file.name, target })))
      .filter(({ target }) => target.startsWith('src/service/segments/') && target !== 'src/service/segments/index.ts')
    expect(around).toEqual([])
  })

  it('keep the rules of segments free of rows and requests', () => {
    const RULES = ['rulings.ts', 'round-rules.ts']
    const rules = src.filter(({ name }) => RULES.some(rule => name === `src/service/segments/${rule}`))
    expect(rules).toHaveLength(RULES.length)
    const PURE = /^src\/(?:checks\/|contract\/hidden\.ts$|service\/domain\/)/
    const outside = rules.flatMap(targetsOf).filter(target => !PURE.test(target))
    expect(outside).toEqual([])
  })
})

describe('imports', () => {
  it('form no ring, those of types included: each file can be read before those that use it', () => {
    expect(ringsIn(src)).toEqual([])
  })

  it('are seen to form a ring, directly, over several files and through a type', () => {
    const file = (name: string, ...targets: string[]) => ({
      name: `src/${name}.ts`,
      text: targets.map(target => `import type { X } from './${target}.ts'`).join('\n'),
    })
    expect(ringsIn([file('a', 'b'), file('b', 'c'), file('c')])).toEqual([])
    expect(ringsIn([file('a', 'b'), file('b', 'a')])).toEqual([['src/a.ts', 'src/b.ts']])
    const far = [file('z', 'a'), file('a', 'b', 'd'), file('b', 'c'), file('c', 'a'), file('d')]
    expect(ringsIn(far)).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']])
    const later = { name: 'src/b.ts', text: "const load = () => import('./a.ts')" }
    expect(ringsIn([file('a', 'b'), later])).toEqual([['src/a.ts', 'src/b.ts']])
  })
})

describe('names', () => {
  const TYPE = /^export (?:abstract )?(?:type|interface|class) (\w+)/gm

  const VALUE = /^export (?:async )?(?:function\*?|const) (\w+)/gm
  /** Names of functions and constants that stand twice because both mean the same, each group with its reason. */
  const SAME: Readonly<Record<string, readonly string[]>> = {
    'an order of the operator, and the same in the database': [
      ...['createKey', 'listKeys', 'revokeKey', 'rotateKey', 'createWorkspace', 'listWorkspaces', 'grantCredits'],
      ...['listMembers', 'removeMember'],
    ],
    'a tool, and what the service does for it': ['listBatches', 'planBatch', 'updateBatch'],
    'the plan of a batch, read through the API and in the database': ['currentPlan'],
    'an engine, and what is said about it': ['pseudo'],
    'text of others made safe to look at, for a model and for a page': ['visible'],
  }

  /** Names that are exported from more than one file, with the files. */
  function twice(pattern: RegExp): { readonly exported: string; readonly files: readonly string[] }[] {
    const files = new Map<string, Set<string>>()
    for (const { name, text } of src) {
      for (const [, exported = ''] of text.matchAll(pattern)) {
        files.set(exported, (files.get(exported) ?? new Set()).add(name))
      }
    }
    return [...files]
      .filter(([, where]) => where.size > 1)
      .map(([exported, where]) => ({ exported, files: [...where] }))
  }

  it('stand for one type each: no exported type, interface or class has the name of another', () => {
    expect(twice(TYPE)).toEqual([])
  })

  it('stand for one meaning each: no exported function or constant has the name of another that does something else', () => {
    const same = Object.values(SAME).flat()
    expect(twice(VALUE).filter(({ exported }) => !same.includes(exported))).toEqual([])
  })
})

describe('the sizes', () => {
  it('keep every source file under 400 lines, half of them under 100', () => {
    const lines = src.map(file => file.lines).sort((a, b) => a - b)
    expect(src.filter(file => file.lines > 400).map(file => file.name)).toEqual([])
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(100)
  })

  it('keep every function of the source to a screen: 60 lines', () => {
    const all = src.flatMap(functionsIn)
    expect(all.length).toBeGreaterThan(src.length)
    expect(all.filter(({ lines }) => lines > 60)).toEqual([])
  })

  it('are seen of every form of a function', () => {
    const body = '\n'.repeat(61)
    const forms = [
      `function a() {${body}}`,
      `const a = () => {${body}}`,
      `const a = { a() {${body}} }`,
      `class A { a() {${body}} }`,
    ]
    for (const text of forms)
      expect(functionsIn({ name: 'src/a.ts', text })).toEqual([{ place: 'src/a.ts:1', lines: 62 }])
  })

  it('keep the reader of plain words from growing: what a sentence cannot say, the exact arguments can', () => {
    const reader = src.filter(({ name }) => /^src\/service\/planner\/(?:prose\/|intent\.ts$)/.test(name))
    expect(reader.length).toBeGreaterThan(10)
    expect(reader.length).toBeLessThanOrEqual(20)
    expect(reader.reduce((total, { lines }) => total + lines, 0)).toBeLessThanOrEqual(3_350)
  })

  it('keep every test file under 600 lines', () => {
    expect(tests.filter(file => file.lines > 600).map(file => file.name)).toEqual([])
  })

  it('give at least 0.9 lines of test to a line of source', () => {
    const sum = (files: readonly { lines: number }[]) => files.reduce((total, file) => total + file.lines, 0)
    expect(sum(tests) / sum(src)).toBeGreaterThanOrEqual(0.9)
  })
})

describe('the manner', () => {
  const BANNED: Record<string, RegExp> = {
    'a type escape': /(?:: any\b|<any>|\bas any\b|\bas unknown as\b|@ts-ignore|@ts-expect-error|biome-ignore)/,
    'a cast': /\bas (?!const\b)[A-Z{(][\w<>[\]{}| ]*(?=[;,)\n\s])(?! from)/,
    'an unfinished mark': /\b(?:TODO|FIXME|XXX|HACK)\b/,
    'the check of addresses that Node 20 gets wrong (contract/url.ts)': /\bcanParse\b/,
    'a joined signal that Node 20 forgets (contract/limited.ts)': /\bAbortSignal\.any\b/,
    'a write to the console': /\bconsole\.(?:log|info|debug)\b/,
  }

  for (const [what, pattern] of Object.entries(BANNED)) {
    it(`has no place for ${what} in src`, () => {
      const lines = src.flatMap(({ name, text }) =>
        text.split('\n').flatMap((line, index) => {
          const isProse = /^\s*(?:\/?\*|\/\/)/.test(line) || /^\s*(?:import|export) /.test(line)
          return pattern.test(line) && !isProse ? [`${name}:${index + 1} ${line.trim()}`] : []
        }),
      )
      expect(lines).toEqual([])
    })
  }

  it('parses JSON only where a schema reads the result', () => {
    /** Where JSON becomes a value, and what reads it. What the database holds goes through store/stored.ts. */
    const READERS: Readonly<Record<string, string>> = {
      'src/auth/authority.ts': 'its caller reads it as unknown',
      'src/auth/keyring-process.ts': 'written by auth/keyring.ts, its parent process',
      'src/auth/keyring.ts': 'a schema',
      'src/auth/store.ts': 'schemas',
      'src/client/errors.ts': 'its caller reads it as unknown',
      'src/service/backup/unpack.ts': 'a schema',
      'src/contract/exact-wishes.ts': 'one text',
      'src/mcp/files/entries.ts': 'its caller reads it as unknown',
      'src/mcp/http/body.ts': 'its caller reads it as unknown',
      'src/mcp/schema.ts': 'a copy of a value of ours',
      'src/service/domain/cursor.ts': 'checked by hand: a list of texts and numbers',
      'src/service/domain/file-name.ts': 'nobody: only whether it is JSON counts',
      'src/service/engine/server-call.ts': 'the schema of each answer',
      'src/service/http/body.ts': 'the schema of the operation',
      'src/service/oauth/keys.ts': 'a schema',
      'src/service/store/stored.ts': 'the schema of the column',
      'src/service/store/dialects/differences.ts': 'one text',
      'src/sync/disk/forgetting.ts': 'a schema',
      'src/sync/disk/history.ts': 'a schema',
      'src/mcp/sync/run-record.ts': 'schemas',
      'src/cli/engines/find-local.ts': 'the schemas of each server',
      'src/cli/access.ts': 'a schema',
      'src/mcp/upload-handles.ts': 'a schema',
      'src/cli/kept-engine.ts': 'a schema',
      'src/cli/setup/plan.ts': 'nobody: only whether two texts say the same counts',
      'src/mcp/several/run.ts': 'a schema',
      'src/cli/sync/init-words.ts': 'what the schema of a project file wrote',
      'src/sync/init/configurations/lingo.ts': 'a schema',
      'src/sync/init/found-catalogs.ts': 'a schema',
    }
    const parsing = src.filter(({ text }) => text.includes('JSON.parse(')).map(({ name }) => name)
    expect(parsing.filter(name => !(name in READERS))).toEqual([])
  })

  it('says what a function throws in one form: @throws {Name} and the code or the reason', () => {
    const classes = new Set(
      src.flatMap(({ text }) => [...text.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name]) => name)),
    )
    const known = (name: string | undefined) => classes.has(name) || (name !== undefined && name in globalThis)
    const foreign = new Set(['ResourceNotFoundError', 'ProtocolError'])
    const wrong = src.flatMap(({ name, text }) =>
      text.split('\n').flatMap((line, index) => {
        const isProse = /^\s*(?:\/?\*|\/\/)/.test(line)
        const [, thrown, reason] = /@throws \{(\w+)\} (\S.*?)(?: \*\/)?$/.exec(line) ?? []
        const isGood = reason !== undefined && reason !== '*/' && (known(thrown) || foreign.has(thrown ?? ''))
        const isTold = /@throws\b|\bThrows [A-Z]/.test(line)
        return isProse && isTold && !isGood ? [`${name}:${index + 1} ${line.trim()}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  it('names no file after nothing in particular', () => {
    const vague = [...src, ...tests].filter(({ name }) =>
      /(?:^|\/)(?:utils?|helpers?|common|manager|base)\.ts$/.test(name),
    )
    expect(vague.map(file => file.name)).toEqual([])
  })

  it('says by the name of a test file that it starts processes of the program', () => {
    const starts = /\b(?:startProgram|runProgram|runChild|serviceProgram)\(/
    const unsaid = tests.filter(
      ({ name, text }) =>
        /\.test\.ts$/.test(name) && !/\.(?:process|slow|soak|postgres)\.test\.ts$/.test(name) && starts.test(text),
    )
    expect(unsaid.map(file => file.name)).toEqual([])
  })

  it('installs from any registry and needs no install script', () => {
    const lock: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
    const text = JSON.stringify(lock)
    expect(text).not.toContain('"resolved":"http')
    expect(text).not.toContain('"hasInstallScript":true')
    // 33 MB to draw pages with, which nobody does.
    expect(text).not.toMatch(/@napi-rs\/canvas-/)
  })
})
