import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProjectFile } from '../../../src/sync/project/read-project-file.ts'
import { ran } from '../../support/ran.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/world.ts'

type Texts = Readonly<Record<string, string>>

const PROJECT = 'translation-mcp.json'
const LINE = 'translation-mcp.lock merge=union'
const HELLO = '{"hello": "Hello"}\n'
const I18NEXT: Texts = { 'locales/en.json': HELLO, 'locales/de.json': '{"hello": "Hallo"}\n' }

/** A repository of these files; what `init` does in it. */
function repository(texts: Texts, at = '') {
  const folder = temporaryFolder()
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries({ '.git/HEAD': '', ...texts })) put(path, text)
  const init = (...argv: string[]) =>
    ran(['init', ...argv], { TRANSLATION_ENGINE: 'pseudo' }, undefined, join(folder, at))
  const text = (path: string) => readFileSync(join(folder, path), 'utf8')
  const has = (path: string) => existsSync(join(folder, path))
  return { folder, put, init, text, has, project: (path = PROJECT) => JSON.parse(text(path)) }
}

interface Shape {
  readonly files: Texts
  readonly project: unknown
  readonly finds: string
}

const include = (...globs: unknown[]) => ({ files: { include: globs } })

const SHAPES: Readonly<Record<string, Shape>> = {
  i18next: {
    files: { 'package.json': '{}', 'public/locales/en/common.json': HELLO, 'public/locales/fr/common.json': HELLO },
    project: { source: 'en', targets: ['fr'], ...include('public/locales/[locale]/**/*.json') },
    finds: '1 source file with 1 translation, of which 1 is there',
  },
  Rails: {
    files: {
      'config/locales/en.yml': 'en:\n  hello: Hello\n',
      'config/locales/de.yml': 'de:\n  hello: Hallo\n',
      'config/locales/users.en.yml': 'en:\n  name: Name\n',
    },
    project: {
      source: 'en',
      targets: ['de'],
      ...include('config/locales/**/*.[locale].yml', 'config/locales/**/[locale].yml'),
    },
    finds: '2 source files with 2 translations, of which 1 is there',
  },
  Flutter: {
    files: { 'pubspec.yaml': '', 'lib/l10n/app_en.arb': HELLO, 'lib/l10n/app_pt_BR.arb': HELLO },
    project: {
      source: 'en',
      targets: ['pt-BR'],
      ...include('lib/l10n/app_[locale].arb'),
      locales: { 'pt-BR': 'pt_BR' },
    },
    finds: '1 source file with 1 translation, of which 1 is there',
  },
  gettext: {
    files: { 'po/app.pot': '', 'po/de.po': '', 'po/fr.po': '' },
    project: { source: 'en', targets: ['de', 'fr'], ...include({ source: 'po/app.pot', target: 'po/[locale].po' }) },
    finds: '1 source file with 2 translations, of which 2 are there',
  },
  'a Chrome extension': {
    files: {
      'manifest.json': '{"manifest_version": 3, "default_locale": "en"}',
      '_locales/en/messages.json': '{}',
      '_locales/de/messages.json': '{}',
    },
    project: { source: 'en', targets: ['de'], ...include('_locales/[locale]/messages.json') },
    finds: '1 source file with 1 translation, of which 1 is there',
  },
  Android: {
    files: {
      'app/src/main/res/values/strings.xml': '<resources/>',
      'app/src/main/res/values-pt-rBR/strings.xml': '<resources/>',
    },
    project: {
      source: 'en',
      targets: ['pt-BR'],
      ...include({
        source: 'app/src/main/res/values/strings.xml',
        target: 'app/src/main/res/values-[locale]/strings.xml',
      }),
      locales: { 'pt-BR': 'pt-rBR' },
    },
    finds: '1 source file with 1 translation, of which 1 is there',
  },
  "Lingo.dev's i18n.json": {
    files: {
      'i18n.json': JSON.stringify({
        locale: { source: 'en', targets: ['es', 'ja'] },
        buckets: { json: { include: ['app/i18n/[locale].json'], lockedKeys: ['brand'] } },
      }),
      'app/i18n/en.json': HELLO,
      'app/i18n/es.json': HELLO,
    },
    project: {
      source: 'en',
      targets: ['es', 'ja'],
      ...include('app/i18n/[locale].json'),
      keys: { keep: ['brand'] },
    },
    finds: '1 source file with 2 translations, of which 1 is there',
  },
}

describe('init', () => {
  it.each(Object.entries(SHAPES))('proposes the project file of %s, and writes it with --yes', async (_, shape) => {
    const { init, text, project } = repository(shape.files)
    const { code, stdout, stderr } = await init('--yes')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`It finds ${shape.finds}.`)
    expect(stdout).toContain('Engine: pseudo')
    expect(stdout).toContain(`Written: ${PROJECT}\nWritten: .gitattributes\n`)
    expect(project()).toEqual(shape.project)
    expect(text(PROJECT)).toBe(`${JSON.stringify(shape.project, undefined, 2)}\n`)
    expect(() => readProjectFile(text(PROJECT))).not.toThrow()
    expect(text('.gitattributes')).toBe(`${LINE}\n`)
  })

  it('leaves a project that check can work with', async () => {
    const { init, folder } = repository(I18NEXT)
    await init('--yes')
    const { code, stderr } = await ran(['check'], {}, undefined, folder)
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'In step: 1 translation with 1 text.\n' })
  })

  it('writes nothing where nobody can be asked, and says the command that does', async () => {
    const { init, has } = repository(I18NEXT)
    const { code, stdout, stderr } = await init('--to', 'fr')
    expect(code).toBe(2)
    expect(stdout).toContain('"targets": [\n    "de",\n    "fr"\n  ]')
    expect(stderr).toMatch(/Nothing was written\. .* init --to fr --yes` writes it\.\n$/)
    expect([has(PROJECT), has('.gitattributes')]).toEqual([false, false])
  })

  it('writes nothing with --dry-run, --yes or not', async () => {
    const { init, has } = repository(I18NEXT)
    expect((await init('--dry-run')).code).toBe(0)
    expect((await init('--dry-run', '--yes')).stdout).not.toContain('Written')
    expect([has(PROJECT), has('.gitattributes')]).toEqual([false, false])
  })

  it('prints the proposal with --json, and writes it where --yes is there too', async () => {
    const { init, has } = repository(I18NEXT)
    const { code, stdout } = await init('--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      proposals: [
        {
          path: PROJECT,
          project: { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } },
          seen: expect.arrayContaining(['The source language is en: it is there.']),
          flaw: null,
          sources: 1,
          translations: 1,
          present: 1,
        },
      ],
      git_attributes: LINE,
      written: [],
    })
    expect(has(PROJECT)).toBe(false)
    expect(JSON.parse((await init('--json', '--yes')).stdout)).toMatchObject({ written: [PROJECT, '.gitattributes'] })
  })

  it('takes the targets of --to where only the source is there', async () => {
    const { init, has, project } = repository({ 'locales/en.json': HELLO })
    const { code, stdout } = await init('--yes')
    expect({ code, written: has(PROJECT) }).toEqual({ code: 1, written: false })
    expect(stdout).toContain('No language to translate into is there.')
    expect(stdout).toMatch(/init --to de,fr\n/)
    expect(await init('--yes', '--to', 'de,pt-br', '--to', 'en')).toMatchObject({ code: 0 })
    expect(project()).toMatchObject({ source: 'en', targets: ['de', 'pt-BR'] })
  })

  it('takes the source of --from where no file says it', async () => {
    const { init, has, project } = repository({ 'po/app.pot': '', 'po/en.po': '', 'po/fr.po': '' })
    const { code, stdout } = await init('--yes')
    expect({ code, written: has(PROJECT) }).toEqual({ code: 1, written: false })
    expect(stdout).toMatch(/No file says the language of the source\. Name it: .* init --from en\n/)
    expect(await init('--yes', '--from', 'de')).toMatchObject({ code: 0 })
    expect(project()).toMatchObject({ source: 'de', targets: ['en', 'fr'] })
  })

  it('refuses a target that is no language', async () => {
    const { init, has } = repository(I18NEXT)
    expect(await init('--yes', '--to', 'de,english!')).toMatchObject({
      code: 2,
      stderr: refusal('--to english! is no language tag, such as de or pt-BR.', 'init'),
    })
    expect(has(PROJECT)).toBe(false)
  })

  it('names the schema that is installed in the project or above it, and none where none is', async () => {
    const schema = 'node_modules/translation-mcp/translation-mcp.schema.json'
    const packages = {
      'packages/a/package.json': '{}',
      'packages/a/locales/en.json': HELLO,
      'packages/a/locales/de.json': HELLO,
    }
    const own = repository({ ...I18NEXT, [schema]: '{}' })
    await own.init('--yes')
    expect(own.project().$schema).toBe(`./${schema}`)
    const below = repository({ ...packages, [schema]: '{}' }, 'packages/a')
    await below.init('--yes')
    expect(below.project(`packages/a/${PROJECT}`).$schema).toBe(`../../${schema}`)
  })

  it('says what engine would translate and what that needs', async () => {
    const { folder } = repository(I18NEXT)
    const { stdout } = await ran(['init', '--dry-run'], { TRANSLATION_ENGINE: 'deepl' }, undefined, folder)
    expect(stdout).toContain('Engine: deepl; it needs TRANSLATION_DEEPL_API_KEY\n')
    const hosted = { TRANSLATION_API_URL: 'https://translate.example.com', TRANSLATION_API_KEY: 'k' }
    const { stdout: other } = await ran(['init', '--dry-run'], hosted, undefined, folder)
    expect(other).toContain('Engine: as the service at https://translate.example.com chooses\n')
  })

  it.each(['en-US', 'en_US'])('makes %s beside en no target: it is the same language', async name => {
    const { init, project } = repository(
      Object.fromEntries(['en', name, 'de_AT'].map(each => [`config/locales/${each}.yml`, `${each}:\n  a: Hello\n`])),
    )
    const { code, stdout } = await init('--yes')
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('en-US is no target: it is the same language as the source en.'),
    ])
    expect(project()).toMatchObject({ source: 'en', targets: ['de-AT'] })
  })

  it('says which languages an engine of this machine lacks', async () => {
    const { folder } = repository({ 'locales/en.json': HELLO, apertium: '#!/bin/sh\necho "  eng-spa"\n' })
    chmodSync(join(folder, 'apertium'), 0o755)
    const env = { TRANSLATION_ENGINE: 'apertium', TRANSLATION_APERTIUM_COMMAND: join(folder, 'apertium') }
    const engineFor = async (to: string) =>
      /^Engine: .*$/m.exec((await ran(['init', '--dry-run', '--to', to], env, undefined, folder)).stdout)?.[0]
    expect(await engineFor('es,ja,de')).toBe(
      'Engine: apertium, which lacks en-ja, en-de: install Apertium with that pair (Debian: apt install apertium)',
    )
    expect(await engineFor('es')).toBe('Engine: apertium')
  })
})

describe('init in a repository of several packages', () => {
  const MONOREPO: Texts = {
    'packages/web/package.json': '{}',
    'packages/web/locales/en.json': HELLO,
    'packages/web/locales/pt_BR.json': HELLO,
    'packages/api/package.json': '{}',
    'packages/api/locales/en.json': HELLO,
    'packages/api/locales/de.json': HELLO,
  }

  it('writes a project file into each, and one line for git', async () => {
    const { init, project, has } = repository(MONOREPO)
    expect(await init('--yes')).toMatchObject({ code: 0 })
    expect(project(`packages/web/${PROJECT}`)).toMatchObject({ targets: ['pt-BR'], locales: { 'pt-BR': 'pt_BR' } })
    expect(project(`packages/api/${PROJECT}`)).toMatchObject({ targets: ['de'] })
    expect([has(PROJECT), has('.gitattributes'), has('packages/api/.gitattributes')]).toEqual([false, true, false])
  })

  it('leaves the project file of a package as it is, and makes none above it', async () => {
    const { init, text, put, has } = repository(MONOREPO)
    put(`packages/web/${PROJECT}`, '{"source": 1}')
    expect(await init('--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`packages/web/ has its own ${PROJECT}, which stays as it is.`),
    })
    expect(text(`packages/web/${PROJECT}`)).toBe('{"source": 1}')
    expect([has(PROJECT), has(`packages/api/${PROJECT}`)]).toEqual([false, true])
  })

  it('ends with 0 where each package has a project file already', async () => {
    const { init, put, has } = repository(MONOREPO)
    for (const name of ['web', 'api']) put(`packages/${name}/${PROJECT}`, '{}')
    const { code, stdout } = await init('--yes')
    expect({ code, written: has('.gitattributes') }).toEqual({ code: 0, written: false })
    expect(stdout).toContain('There is nothing else to propose.\n')
  })

  it('keeps the names of a package below another, whose names are others', async () => {
    const { init, project } = repository({
      'locales/en.json': HELLO,
      'locales/pt_BR.json': HELLO,
      'packages/web/package.json': '{}',
      'packages/web/locales/en.json': HELLO,
      'packages/web/locales/pt-BR.json': HELLO,
    })
    const { stdout } = await init('--yes')
    expect(project().locales).toEqual({ 'pt-BR': 'pt_BR' })
    expect(project(`packages/web/${PROJECT}`).locales).toEqual({ 'pt-BR': 'pt-BR' })
    expect(stdout.match(/It finds 1 source file with 1 translation, of which 1 is there\./g)).toHaveLength(2)
  })

  it('takes what is missing from the project file above, and says which that is', async () => {
    const above = { [PROJECT]: '{"source": "en", "targets": ["de"]}' }
    const { init, project } = repository({ ...above, 'packages/a/locales/en.json': HELLO }, 'packages/a')
    const { code, stdout } = await init('--yes')
    expect(code).toBe(0)
    expect(stdout).toContain(`../../${PROJECT} is above this folder`)
    expect(stdout).toContain('1 translation, of which 0 are there')
    expect(project(`packages/a/${PROJECT}`).targets).toBeUndefined()
  })

  it('looks into no repository of others, no link, no hidden folder and no dependency', async () => {
    const { init, folder } = repository({
      'sub/.git/HEAD': '',
      'sub/locales/en.json': HELLO,
      'node_modules/x/locales/en.json': HELLO,
      '.cache/locales/en.json': HELLO,
    })
    symlinkSync('sub', join(folder, 'linked'))
    symlinkSync('..', join(folder, 'loop'))
    const { code, stdout } = await init('--to', 'de', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      proposals: [],
      left_out: ['sub/ is a repository of its own: run init there.'],
    })
  })
})

describe('init, where it cannot write', () => {
  it('says what sync would refuse: a translation that is a link', async () => {
    const { init, folder } = repository({ 'locales/en.json': HELLO, other: HELLO })
    symlinkSync('../other', join(folder, 'locales/de.json'))
    const { stdout } = await init('--dry-run', '--to', 'de')
    expect(stdout).toContain(
      'translation-mcp sync will do nothing before this is settled:\n  locales/de.json is a link',
    )
  })

  it('is named by the commands that need a project file', async () => {
    const { folder } = repository(I18NEXT)
    for (const command of ['sync', 'check']) {
      const { code, stderr } = await ran([command], {}, undefined, folder)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('`translation-mcp init` looks at') })
    }
  })

  it('takes a large file for no text, and bytes that are no text neither', async () => {
    const lingo = JSON.stringify({
      locale: { source: 'fr', targets: ['es'] },
      buckets: { json: { include: ['x/[locale].json'] } },
    })
    for (const content of [lingo + ' '.repeat(1_000_000), `${lingo}\0`]) {
      const { stdout } = await repository({ ...I18NEXT, 'i18n.json': content }).init('--dry-run')
      expect(stdout).toContain('i18next: locales/[locale].json')
      expect(stdout).not.toContain('Lingo.dev')
    }
  })

  it.each([
    [
      'good',
      '{"source": "en", "targets": ["de"], "files": {"include": ["[locale].json"]}}',
      /init changes none\. .* check/,
    ],
    ['broken', '{"sorce": "en"}', /cannot be worked with as it is: translation-mcp\.json:1:2: .* Is it "source"\?/],
    ['cut', '{"source', /cannot be worked with as it is: translation-mcp\.json:1/],
    ['empty', '', /cannot be worked with as it is/],
  ])('keeps a project file that is there: a %s one', async (_, content, said) => {
    const { init, text, has } = repository({ ...I18NEXT, [PROJECT]: content })
    const { code, stdout, stderr } = await init('--yes')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(said)
    expect(text(PROJECT)).toBe(content)
    expect(has('.gitattributes')).toBe(false)
  })

  it('takes a link for a project file that is there, also one to nothing', async () => {
    const { init, folder, has } = repository(I18NEXT)
    symlinkSync('nowhere.json', join(folder, PROJECT))
    expect(await init('--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') })
    expect(has('nowhere.json')).toBe(false)
  })

  it('names the broken project file above', async () => {
    const { init, has } = repository({ [PROJECT]: '{"targets": "de"}', 'a/locales/en.json': HELLO }, 'a')
    expect(await init('--yes', '--to', 'de')).toMatchObject({
      code: 1,
      stderr: `${PROJECT}:1:13: "targets" has to be a list, not a text.\n`,
    })
    expect(has(`a/${PROJECT}`)).toBe(false)
  })

  it('ends with 1 where nothing is known, and says what was seen', async () => {
    expect(await repository({ 'README.md': '# Hi' }).init('--yes')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('No files of translations that are known were found.'),
    })
    const { code, stdout } = await repository({ 'App/Localizable.xcstrings': '' }).init('--yes')
    expect(code).toBe(1)
    expect(stdout).toContain('Left out:\n  App/Localizable.xcstrings (Apple) is too large')
  })

  it.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)(
    'says so of a folder that is read-only',
    async () => {
      const { init, folder } = repository(I18NEXT)
      chmodSync(folder, 0o555)
      const { code, stderr } = await init('--yes')
      chmodSync(folder, 0o755)
      expect({ code, stderr }).toEqual({ code: 1, stderr: `${PROJECT} was not written: EACCES.\n` })
      expect(readdirSync(folder).sort()).toEqual(['.git', 'locales'])
    },
  )
})

describe('.gitattributes', () => {
  it.each([
    ['without an end of its last line', '*.png binary', `*.png binary\n${LINE}\n`],
    ['of Windows', '*.png binary\r\n', `*.png binary\r\n${LINE}\r\n`],
    ['of Windows without an end', '* text\r\n*.png binary', `* text\r\n*.png binary\r\n${LINE}\r\n`],
    ['with bytes that are no UTF-8', '# caf\xe9\n', `# caf\xe9\n${LINE}\n`],
    ['that has the line', `${LINE}\n* text`, `${LINE}\n* text`],
    [
      'that has it by another pattern',
      '/translation-mcp.lock text merge=ours\n',
      '/translation-mcp.lock text merge=ours\n',
    ],
    ['with the line as a comment', `# ${LINE}\n`, `# ${LINE}\n${LINE}\n`],
    ['with another attribute of the lock', 'translation-mcp.lock -diff\n', `translation-mcp.lock -diff\n${LINE}\n`],
  ])('%s gets the line once, and keeps all other bytes', async (_, before, after) => {
    const { init, folder } = repository(I18NEXT)
    const file = join(folder, '.gitattributes')
    writeFileSync(file, before, 'latin1')
    expect(await init('--yes')).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(file, 'latin1')).toBe(after)
  })

  it('stays as it is where the one above has the line', async () => {
    const { init, has } = repository({ '.gitattributes': LINE, 'a/locales/en.json': HELLO }, 'a')
    expect(await init('--yes', '--to', 'de')).toMatchObject({ code: 0 })
    expect([has(`a/${PROJECT}`), has('a/.gitattributes')]).toEqual([true, false])
  })

  it('is not written through a link, nor where it is a folder', async () => {
    const linked = repository(I18NEXT)
    linked.put('other', '* text\n')
    symlinkSync('other', join(linked.folder, '.gitattributes'))
    const { code, stdout } = await linked.init('--yes')
    expect(code).toBe(0)
    expect(stdout).toContain('.gitattributes is a link or a folder, and is left alone.')
    expect(linked.text('other')).toBe('* text\n')
    const made = repository({ ...I18NEXT, '.gitattributes/x': '' })
    expect(await made.init('--yes')).toMatchObject({ code: 0 })
    expect(statSync(join(made.folder, '.gitattributes')).isDirectory()).toBe(true)
  })
})
