import { describe, expect, it } from 'vitest'
import { bashCompletion } from '../../../src/cli/completions/bash.ts'
import { fishCompletion } from '../../../src/cli/completions/fish.ts'
import {
  type CompletedCommand,
  type CompletedFlag,
  completedCommands,
  OFFERED_TAGS,
  valuesByFlag,
} from '../../../src/cli/completions/words.ts'
import { zshCompletion } from '../../../src/cli/completions/zsh.ts'

function command(name: string, more: Partial<CompletedCommand> = {}): CompletedCommand {
  return { name, brief: `does ${name}`, flags: [], orders: [], after: new Map(), files: [], ...more }
}

function flag(name: string, more: Partial<CompletedFlag> = {}): CompletedFlag {
  return { flag: name, brief: `says ${name}`, ...more }
}

/** Words that mean something to a shell, each of which is to be shown as it stands. */
const ODD = [
  "a person's word",
  'back\\slash and two \\\\',
  "ends in \\'",
  'costs $HOME, `id` and $(id)',
  'a "quoted" word',
  'what: either: or',
  '* ? [x] ~ & ; | < > #!',
  'größer — 日本語',
  '',
] as const

/** A word in single quotes as zsh reads it, where each \\' between two quotations is an apostrophe. */
const inZsh = (word: string) => word.slice(1, -1).replaceAll("'\\''", "'")
/** A word in single quotes as fish reads it: there a backslash is one before another and before an apostrophe. */
const inFish = (word: string) => word.slice(1, -1).replaceAll(/\\([\\'])/g, '$1')

describe('a description with signs of a shell', () => {
  it.each(ODD)('is shown by fish as it stands: %s', brief => {
    const script = fishCompletion([command('go', { brief, flags: [flag('far', { brief })] })])
    const all = [...script.matchAll(/ -d ('(?:\\.|[^'\\])*')$/gm)].map(([, word = '']) => inFish(word))
    expect(all).toEqual([brief, brief])
  })

  it.each(ODD)('is shown by zsh as it stands: %s', brief => {
    const script = zshCompletion([command('go', { brief, flags: [flag('far', { brief })] })])
    const all = [...script.matchAll(/offered=\(((?:'[^']*'|\\')*)\)/g)].map(([, word = '']) => inZsh(word))
    // _describe ends the word at the first colon, and takes a backslash away before any sign.
    const told = all.map(pair =>
      /^((?:\\.|[^:\\])*):(.*)$/s
        .exec(pair)
        ?.slice(1)
        .map(part => part.replaceAll(/\\(.)/gs, '$1')),
    )
    expect(told).toEqual([
      ['--far', brief],
      ['go', brief],
    ])
  })

  it.each(ODD)('is left out by bash, which shows none: %s', brief => {
    const odd = bashCompletion([command('go', { brief, flags: [flag('far', { brief })] })])
    expect(odd).toBe(bashCompletion([command('go', { flags: [flag('far')] })]))
  })
})

describe('the value of a flag', () => {
  const takers = (...values: readonly CompletedFlag['value'][]) =>
    values.map((value, at) => command(`c${at}`, { flags: [flag('out', { value })] }))

  it('stands once where it is the same to all that take one, else for each command', () => {
    const told = (...values: readonly CompletedFlag['value'][]) =>
      valuesByFlag(takers(...values)).map(one => [one.command, one.value])
    expect(told('paths', 'paths')).toEqual([['*', 'paths']])
    expect(told(['a', 'b'], ['a', 'b'])).toEqual([['*', ['a', 'b']]])
    expect(told('paths', ['a', 'b'])).toEqual([
      ['c0', 'paths'],
      ['c1', ['a', 'b']],
    ])
    expect(told(['a', 'b'], ['a'])).toHaveLength(2)
    expect(told(undefined, undefined)).toEqual([])
  })

  it('is never that of a switch: no flag of the program is a switch to one command and takes a value of another', () => {
    const kinds = new Map<string, boolean>()
    for (const { flags } of completedCommands())
      for (const { flag: name, value } of flags) {
        expect(kinds.get(name) ?? value !== undefined, name).toBe(value !== undefined)
        kinds.set(name, value !== undefined)
      }
    expect(kinds.get('help')).toBe(false)
  })

  it.each<[CompletedFlag['value'], string, string, string]>([
    ['paths', '*" --out") return ;;', "(*' --out') _files; return ;;", '-l out -r -F -d'],
    ['unknown', '*" --out") _translation_mcp_offer ""; return ;;', "(*' --out') :; return ;;", '-l out -x -d'],
    [
      ['a', 'b'],
      '*" --out") _translation_mcp_offer "a b"; return ;;',
      "(*' --out') compadd -- a b; return ;;",
      "-l out -x -a 'a b' -d",
    ],
    [
      'languages',
      '*" --out") _translation_mcp_languages; return ;;',
      `(*' --out') compset -P '*,'; compadd -S '' -- ${OFFERED_TAGS.join(' ')}; return ;;`,
      "-l out -x -a '(__translation_mcp_languages)' -d",
    ],
  ])('of the kind %j is asked for in the way of each shell', (value, bash, zsh, fish) => {
    const all = takers(value)
    expect(bashCompletion(all)).toContain(`    ${bash}\n`)
    expect(zshCompletion(all)).toContain(`    ${zsh}\n`)
    expect(fishCompletion(all)).toContain(` ${fish} 'says out'\n`)
  })

  it('is passed over when the command is looked for, and a switch is not', () => {
    const all = [command('go', { flags: [flag('out', { value: 'paths' }), flag('dry')] })]
    expect(bashCompletion(all)).toMatch(/^ {4}--out\)\n {6}\(\(i\+\+\)\)$/m)
    expect(zshCompletion(all)).toMatch(/^ {4}\(--out\) \(\(i\+\+\)\) ;;$/m)
  })
})

describe('fish offers', () => {
  const conditions = (script: string, what: string) =>
    [...script.matchAll(/ -n '([^']*)' (.*)$/gm)].flatMap(([, when, rest]) => (rest?.startsWith(what) ? [when] : []))

  it('a flag to the commands that take it, and one that all take without asking which', () => {
    const both = [flag('all'), flag('own')]
    const script = fishCompletion([
      command('stdio', { flags: [flag('all')] }),
      command('go', { flags: both }),
      command('stay', { flags: both }),
      command('stop', { flags: [flag('all'), flag('own', { brief: 'another thing' })] }),
    ])
    expect(conditions(script, '-l all')).toEqual(['__fish_use_subcommand; or __fish_seen_subcommand_from go stay stop'])
    expect(conditions(script, '-l own')).toEqual([
      '__fish_seen_subcommand_from go stay',
      '__fish_seen_subcommand_from stop',
    ])
  })

  it('orders until one is there, then what follows it, and files where they are taken', () => {
    const after = new Map([['set', ['deepl', 'openai']]])
    const script = fishCompletion([
      command('keys', { orders: ['list', 'set'], after, files: ['list'] }),
      command('sync', { files: 'everywhere', orders: ['never'] }),
    ])
    expect(conditions(script, "-a 'list set'")).toEqual([
      '__fish_seen_subcommand_from keys; and not __fish_seen_subcommand_from list set',
    ])
    const second = (order: string) => `__fish_seen_subcommand_from keys; and __fish_seen_subcommand_from ${order}`
    expect(conditions(script, "-a 'deepl openai'")).toEqual([second('set')])
    expect(conditions(script, '-F')).toEqual([second('list'), '__fish_seen_subcommand_from sync'])
    expect(script).not.toContain('never')
  })
})

describe('the words that are offered', () => {
  const all = completedCommands()
  const of = (name: string) => all.find(one => one.name === name)

  it('are those of the usage, in which FILE, NAME and "TEXT" are none', () => {
    expect(of('keys')?.orders).toEqual(['list', 'create', 'rotate', 'revoke', 'rotate-signing'])
    expect(of('backup')?.orders).toEqual([])
    expect(of('translate')?.orders).toEqual([])
    expect(of('completions')?.orders).toEqual(['bash', 'zsh', 'fish'])
    expect(of('help')?.orders).toContain('settings')
  })

  it('have each a description of one clause, at most 60 letters and a sign that more is left out', () => {
    for (const { name, brief, flags } of all)
      for (const text of [brief, ...flags.map(one => one.brief)]) {
        expect(text, name).toMatch(/^(?:\S+: )?[^;:(]+ [^;:(]+$/)
        expect(text.length <= 60 || (text.length === 61 && text.endsWith('…')), text).toBe(true)
        expect(text, name).not.toMatch(/\s(?:…|$)/)
      }
  })

  it.each([
    ['stdio', 'memory', 'off: no translation is remembered or used again'],
    ['audit', 'until', 'show only entries before this moment'],
    ['allow', 'until', 'when the allowance ends'],
    ['init', 'from', 'the language of the sources, where no file says it'],
    ['review', 'out', 'export: the file or folder to write, with {lang}'],
    ['review', 'format', 'export: the kind of file'],
  ])('say of %s --%s what that means to that command: %s', (name, of, brief) => {
    expect(all.find(one => one.name === name)?.flags.find(one => one.flag === of)?.brief).toBe(brief)
  })

  it('are plain words, which no shell reads as anything else', () => {
    const words = all.flatMap(({ name, orders, after, flags }) => [
      ...[name, ...orders, ...after.keys(), ...[...after.values()].flat(), ...flags.map(one => one.flag)],
      ...flags.flatMap(({ value }) => (Array.isArray(value) ? value : [])),
    ])
    for (const word of [...words, ...OFFERED_TAGS]) expect(word).toMatch(/^[A-Za-z0-9][\w.-]*$/)
  })
})
