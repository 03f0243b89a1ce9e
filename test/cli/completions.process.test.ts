import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { flagsOf } from '../../src/cli/arguments.ts'
import { COMMAND_NAMES } from '../../src/cli/settings.ts'
import { ran } from '../support/ran.ts'
import { TERMINAL } from '../support/terminal.ts'
import { temporaryFolder } from '../support/world.ts'

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await ran(['completions', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** What is offered for the last word of a command line; each of the shells below is asked the same. */
const OFFERED: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [['tr'], ['translate']],
  [
    ['help', 'c'],
    ['check', 'completions', 'credits'],
  ],
  [
    ['keys', ''],
    ['create', 'list', 'revoke', 'rotate', 'rotate-signing'],
  ],
  [['keys', 'rotate', ''], []],
  [['keys', 'create', '--name', ''], []],
  [
    ['translate', '--engine', ''],
    ['agent', 'apertium', 'deepl', 'openai', 'pseudo'],
  ],
  [['check', '--format', ''], ['github']],
  [
    ['glossary', '--format', 't'],
    ['tbx', 'tmx', 'tsv'],
  ],
  [
    ['engine-keys', 'set', ''],
    ['deepl', 'openai'],
  ],
  [
    ['completions', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [
    ['--data-dir', 'd', 'credits', ''],
    ['grant', 'show'],
  ],
  [
    ['sync', '--to', 'de,pt-'],
    ['de,pt-BR', 'de,pt-PT'],
  ],
  [['--al'], ['--allow']],
  [
    ['members', 'set', '--monthly-c'],
    ['--monthly-characters', '--monthly-credits'],
  ],
]

describe.skipIf(!has('bash'))('bash completes', async () => {
  const script = await scriptFor('bash')
  const ask = (words: readonly string[]) => {
    const list = words.map(word => `'${word}'`).join(' ')
    const line = `${script}\nCOMP_WORDS=(translation-mcp ${list}); COMP_CWORD=${words.length}; _translation_mcp; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', line], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.split('\n').filter(word => word !== '')
  }

  it.each(OFFERED)('%j', (words, offered) => {
    expect(ask(words).sort()).toEqual([...offered].sort())
  })

  it('a value that is joined to its flag, which bash takes apart at the sign', () => {
    expect(ask(['translate', '--engine', '=', 'ps'])).toEqual(['pseudo'])
    expect(ask(['translate', '--engine', '=', 'pseudo', '--consent', '='])).toEqual(['ask', 'required', 'code'])
  })

  it.each(COMMAND_NAMES)('every flag of %s, and no other', command => {
    const words = command === 'stdio' ? ['--'] : [command, '--']
    expect(ask(words).sort()).toEqual([...flagsOf(command), 'help'].map(flag => `--${flag}`).sort())
  })

  it.skipIf(!TERMINAL)('a file with a space in its name, at a terminal, where it is the only one', () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'own file.json'), '{}')
    mkdirSync(path.join(folder, 'locales'))
    writeFileSync(path.join(folder, 'completions.bash'), script)
    const typed = [
      'source completions.bash; translation-mcp() { echo "GOT:$1:$2:$3:"; }',
      'translation-mcp transl\town\t',
      'translation-mcp watch loc\t',
      'translation-mcp keys own\t',
      'exit',
    ]
    const command = 'bash --norc --noprofile -i'
    const input = typed.map(line => `${line}\n`).join('')
    const env = { PATH: process.env.PATH ?? '', HOME: folder, TERM: 'dumb' }
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
    })
    const got = stdout.split(/\r?\n/).filter(line => line.startsWith('GOT:'))
    // Where an order is wanted, no file is offered.
    expect(got).toEqual(['GOT:translate:own file.json::', 'GOT:watch:locales/::', 'GOT:keys:own::'])
  })
})

describe.skipIf(!has('fish'))('fish completes', async () => {
  const script = await scriptFor('fish')

  it.each(OFFERED)('%j', (words, offered) => {
    const line = `${script}\ncomplete -C "translation-mcp ${words.join(' ')}" | string split -f1 \\t`
    const { stdout } = spawnSync('fish', ['--no-config', '-c', line], { encoding: 'utf8', cwd: temporaryFolder() })
    expect(
      stdout
        .split('\n')
        .filter(word => word !== '')
        .sort(),
    ).toEqual([...offered].sort())
  })
})

describe.skipIf(!has('zsh'))('zsh', () => {
  it('reads its script', async () => {
    const input = await scriptFor('zsh')
    const { status, stderr } = spawnSync('zsh', ['-n'], { input, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('the scripts', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s name every command, and only what stands on one line', async shell => {
    const script = await scriptFor(shell)
    for (const name of COMMAND_NAMES) expect(script).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`))
    expect(script).not.toMatch(/undefined|\[object/)
    // Each quotation ends on its line: a help text with a sign of its own would leave one open.
    for (const line of script.split('\n')) {
      const bare = line.replaceAll("'\\''", '').replaceAll("\\'", '')
      if (shell !== 'bash') expect(bare.split("'").length % 2, line).toBe(1)
    }
  })

  it('are those of three shells: another is refused', async () => {
    expect((await ran(['completions', 'fihs'])).stderr).toContain('takes one of bash, zsh, fish. Did you mean fish?')
    expect((await ran(['completions'])).code).toBe(2)
    expect((await ran(['completions', 'bash', 'zsh'])).stderr).toContain('completions bash takes no "zsh".')
  })
})
