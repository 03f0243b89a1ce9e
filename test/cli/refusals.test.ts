import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { USAGES } from '../../src/cli/help/usages.ts'
import { COMMAND_NAMES, SETTINGS } from '../../src/cli/settings.ts'
import { onPostgres } from '../support/databases.ts'
import { ran } from '../support/ran.ts'
import { refusal } from '../support/refusal.ts'
import { temporaryFolder } from '../support/world.ts'

const SCOPES_ARE = 'The scopes are: account:read, usage:read, batches:read, batches:write, batches:create,'

/** A command line that makes no sense, and everything a person reads of it. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['keys', 'keys takes one of list, create, rotate, revoke, rotate-signing.'],
  ['keys constructor', 'keys takes one of list, create, rotate, revoke, rotate-signing.'],
  ['keys list all', 'keys list takes no "all".'],
  ['keys list --name x', 'keys list does not take --name or --scopes.'],
  ['keys revoke key_1 --scopes account:read', 'keys revoke does not take --name or --scopes.'],
  ['keys create', 'keys create needs --name TEXT.'],
  ['keys create x --name x', 'keys create takes no "x".'],
  ['keys create --name=', '--name must be some text, not "".'],
  [
    'keys create --name x --scopes batches:raed',
    '--scopes: there is no scope "batches:raed". Did you mean batches:read?',
  ],
  ['keys rotate', 'keys rotate needs the ID of a key: keys list shows them.'],
  ['keys rotate key_1 key_2', 'keys rotate takes no "key_2".'],
  ['keys revoke', 'keys revoke needs the ID of a key: keys list shows them.'],
  ['keys list --expires soon', '--expires must be a date such as 2027-01-31, not "soon".'],
  ['credits', 'credits takes one of show, grant.'],
  ['credits take 5', 'credits takes one of show, grant.'],
  ['credits show 5', 'credits show takes no "5".'],
  ['credits show --expires 2999-01-01', 'credits show does not take --expires.'],
  ['credits grant', 'credits grant needs a whole number of credits above 0.'],
  ['credits grant 0', 'credits grant needs a whole number of credits above 0, not "0".'],
  ['credits grant 1.5', 'credits grant needs a whole number of credits above 0, not "1.5".'],
  ['credits grant 1e3', 'credits grant needs a whole number of credits above 0, not "1e3".'],
  ['credits grant 5 6', 'credits grant takes no "6".'],
  ['credits grant 5 --name x', 'credits does not take --name. These do: keys.'],
  ['memory', 'memory takes one of show, export, import, clear.'],
  ['memory empty', 'memory takes one of show, export, import, clear.'],
  ['memory clear --project a --without-project', 'memory takes --project or --without-project, not both.'],
  ['memory clear all', 'memory clear takes no "all".'],
  ['glossary', 'glossary takes one of list, export, import.'],
  ['glossary list en-de', 'glossary list takes no "en-de".'],
  ['glossary list --format tbx', 'glossary list does not take --format.'],
  ['glossary export', 'glossary export needs a PAIR: glossary export en-de.'],
  ['glossary export en-de --json', 'glossary export writes TBX, CSV, TSV or TMX, not JSON.'],
  ['glossary export en-de --replace', 'glossary export does not take --from, --to, --replace or --dry-run.'],
  ['glossary export en-de --format xls', '--format must be one of tbx, csv, tsv, tmx, not "xls".'],
  ['glossary list --project é', '--project must be a label of 1 to 100 ASCII characters, as `memory show` names it.'],
  ['glossary import', 'glossary import needs a FILE.'],
  ['glossary import a.csv b.csv', 'glossary import takes no "b.csv".'],
  ['glossary import a.csv --from german!', '--from must be a BCP 47 language tag such as de or pt-BR, not "german!".'],
  ['glossary import a.csv --to de --to fr', 'glossary import takes one language with --to.'],
  ['status now', 'status takes no "now".'],
  ['service now', 'service takes no "now".'],
  ['stdio now', 'stdio takes no "now".'],
  ['audit now', 'audit takes no "now".'],
  ['audit --since yesterday', '--since must be a date such as 2027-01-31, not "yesterday".'],
  ['workspaces', 'workspaces takes one of list, create, set.'],
  ['workspaces create', 'workspaces create needs a NAME.'],
  ['workspaces list --slug x', 'workspaces list does not take --slug.'],
  ['members set', 'members set needs the NAME of a member.'],
  ['translate', 'translate needs a file or a folder: translate FILE… "INSTRUCTION".'],
  ['--port 1', 'the program without a command does not take --port. These do: http, service, doctor.'],
  ['status --yes', 'status does not take --yes. These do: translate, sync, init, review, memory, setup, engine.'],
  ['translate --yes=no', '--yes takes no value.'],
  [
    'login --api-key=hush',
    '--api-key is not a flag: argument lists can be seen by others. Set TRANSLATION_API_KEY in the environment.',
  ],
]

describe('a command line that makes no sense', () => {
  it.each(REFUSED)('%s: is told once by whom, and in words; nothing is touched', async (line, message) => {
    const data_dir = join(temporaryFolder(), 'data')
    const argv = line.split(' ')
    const ended = await ran(argv, { TRANSLATION_DATA_DIR: data_dir })
    const command = COMMAND_NAMES.find(name => name === argv[0] && name !== 'stdio')
    expect(ended).toEqual({ code: 2, stdout: '', stderr: refusal(message, command) })
    // On PostgreSQL the test itself has put the address there.
    expect(existsSync(data_dir) && readdirSync(data_dir)).toEqual(onPostgres() && ['database-url'])
  })

  it('names all scopes where none is near [SCP-1]', async () => {
    const { code, stderr } = await ran(['keys', 'create', '--name', 'x', '--scopes', 'everything'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(SCOPES_ARE) })
  })

  it.each(['login', 'logout'])(
    '%s: says that the service inside this program takes no sign-in [OAU-4]',
    async command => {
      const { code, stderr } = await ran([command], { TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') })
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: refusal(
          `${command} needs the address of a hosted service: --api-url URL or TRANSLATION_API_URL. The service inside this program takes no sign-in.`,
          command,
        ),
      })
    },
  )

  it.each(['2027-02-30', '2027-04-31', '2027-13-01', '2027-1-1', '2027-01-01T10', '1', '2027-01-01T25:00:00Z'])(
    'is one with a day that does not exist: --expires %s [KEY-1]',
    async date => {
      const { code, stderr } = await ran(['keys', 'create', '--name', 'x', '--expires', date])
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: refusal(`--expires must be a date such as 2027-01-31, not "${date}".`, 'keys'),
      })
    },
  )

  it('warns of a variable that is no setting, and goes on', async () => {
    const env = { TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data'), TRANSLATION_SEED_CREDIT: '5' }
    const { code, stdout, stderr } = await ran(['credits', 'show', '--monthly-credits', '0'], env)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'translation-mcp: TRANSLATION_SEED_CREDIT is not a setting of this program; did you mean TRANSLATION_SEED_CREDITS?\n',
    })
    expect(stdout).toContain('100,000 credits in 1 grant.')
  })
})

describe('an order to the data folder that cannot be carried out', () => {
  const LEFT = 'Nothing was changed.'
  const NOT_DONE: readonly (readonly [string, string])[] = [
    ['keys revoke key_none', `There is no key key_none.\n${LEFT} translation-mcp keys list shows what there is.`],
    ['keys rotate key_none', `There is no key key_none.\n${LEFT} translation-mcp keys list shows what there is.`],
    [`keys create --name ${'x'.repeat(101)}`, `A key needs a name of 1 to 100 characters.\n${LEFT}`],
    ['keys create --name x --expires 2020-01-01', `The expiry must lie in the future.\n${LEFT}`],
    ['credits grant 5 --expires 2020-01-01', `The expiry must lie in the future.\n${LEFT}`],
    ['credits grant 1000000000001', `A grant is a whole number of credits from 1 to 1000000000000.\n${LEFT}`],
    [
      'credits show --workspace nobody',
      `There is no workspace nobody: translation-mcp workspaces list shows them.\n${LEFT}`,
    ],
    [
      'memory clear --workspace nobody',
      `There is no workspace nobody: translation-mcp workspaces list shows them.\n${LEFT}`,
    ],
  ]

  it('ends with status 1 and says why, and nothing is changed by any of them [CRD-3, KEY-1, CLI-2]', async () => {
    const env = { TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') }
    const state = async () => [
      await ran(['keys', 'list', '--json'], env),
      await ran(['credits', 'show', '--json'], env),
    ]
    const before = await state()
    for (const [line, message] of NOT_DONE) {
      const ended = await ran(line.split(' '), env)
      expect(ended, line).toEqual({ code: 1, stdout: '', stderr: `translation-mcp: ${message}\n` })
    }
    expect(await state()).toEqual(before)
  })

  it('is one on a folder that is a file: the file stays what it was', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'mine')
    const { code, stdout, stderr } = await ran(['keys', 'list', '--data-dir', file])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^translation-mcp: The data folder .* cannot be made \(ENOTDIR\)/)
    expect(readdirSync(join(file, '..'))).toEqual(['file'])
  })
})

describe('help', () => {
  it.each(COMMAND_NAMES)('of %s names every option it takes, and none it refuses', async command => {
    const { stdout } = await ran([command, '--help'])
    // Each stands at the beginning of its row, or, where all commands share it, in a list of names.
    const [told = '', names = ''] = stdout.split('\nSettings that it takes too')
    const rows = [...told.matchAll(/(?<=^ {2}(?:-\w, )?)--([a-z-]+)/gm), ...names.matchAll(/(?<=^ {6}.*)--([a-z-]+)/gm)]
    const shown = new Set(rows.map(([, flag]) => flag))
    const takes = ({ flag, kind }: (typeof SETTINGS)[number]) => {
      try {
        readArguments([...(command === 'stdio' ? [] : [command]), `--${flag}`, ...(kind === 'switch' ? [] : ['x'])])
        return true
      } catch {
        return false
      }
    }
    expect(shown).toEqual(new Set(SETTINGS.filter(takes).map(({ flag }) => flag)))
  })

  it.each(COMMAND_NAMES)('of %s begins with command lines that are understood', async command => {
    for (const usage of USAGES[command].usage) {
      const [program, ...words] = usage.replaceAll('…', '').split(' ')
      expect(program).toBe('translation-mcp')
      const { stdout } = await ran([...words.map(word => word.replaceAll('"', '')), '--help'])
      expect(stdout, usage).toContain(usage)
    }
  })

  it('of translate says where results go by default as they really do [RES-2]', async () => {
    const { stdout } = await ran(['translate', '--help'])
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '(default: beside the source: de.json for en.json, else name.de.ext; of a folder: as its translations lie already, else the tree FOLDER.de)',
    )
    expect(stdout).not.toContain('{name}.{lang}.{ext})')
  })

  it('says that the key is for the service of --api-url, and for no other [KEY-3]', async () => {
    const stdout = (await ran(['help', 'settings'])).stdout.replace(/\s+/g, ' ')
    expect(stdout).toContain('workspace key for the hosted service of --api-url, and sent to no other')
    expect(stdout).toContain('without --api-url it is not used')
  })
})
