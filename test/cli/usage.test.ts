import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { nearest } from '../../src/cli/usage.ts'

describe('a command line', () => {
  it('serves stdio where no command is named', () => {
    expect(readArguments([])).toMatchObject({ command: 'stdio', named: false, operands: [] })
    expect(readArguments(['--engine', 'pseudo'])).toMatchObject({ command: 'stdio', named: false })
  })

  it('takes flags before and after the command, in both ways of writing', () => {
    const line = readArguments(['--data-dir', 'd', 'translate', 'a.json', '--out=x', 'into German', '-y'])
    expect(line).toMatchObject({ command: 'translate', named: true, operands: ['a.json', 'into German'] })
    expect(Object.fromEntries(line.given)).toEqual({ data_dir: ['d'], out: ['x'], yes: true })
  })

  it('collects a repeatable flag', () => {
    expect(readArguments(['--allow', 'a', '--allow=b']).given.get('allow')).toEqual(['a', 'b'])
  })

  it('reads what follows -- as words', () => {
    expect(readArguments(['translate', '--', '--odd name.json', 'into German']).operands).toEqual([
      '--odd name.json',
      'into German',
    ])
  })

  it.each([
    [['--engin', 'pseudo'], 'There is no flag --engin. Did you mean --engine?'],
    [['--max-credit=5'], 'There is no flag --max-credit. Did you mean --max-credits?'],
    [['--prot', '1'], 'There is no flag --prot. Did you mean --port?'],
    [['--zzz'], 'There is no flag --zzz.'],
    [['-x'], 'There is no flag -x.'],
    [['statsu'], 'There is no command "statsu". Did you mean status?'],
    [['conquer'], 'There is no command "conquer". The commands are: stdio, http, service'],
    [['--port', '1'], 'the program without a command does not take --port. These do: http, service, doctor.'],
    [
      ['status', '--yes'],
      'status does not take --yes. These do: translate, sync, init, review, memory, setup, engine.',
    ],
    [['translate', '--yes=no'], '--yes takes no value.'],
    [['--engine'], '--engine needs a value: --engine NAME.'],
    [['--engine', '--consent', 'ask'], '--engine needs a value: --engine NAME.'],
  ])('refuses %j and says why', (argv, message) => {
    expect(() => readArguments(argv)).toThrow(message)
  })

  it.each(['--api-key', '--state-secret'])('takes no %s: argument lists can be seen [KEY-3]', flag => {
    const variable = `TRANSLATION${flag.slice(1).replaceAll('-', '_').toUpperCase()}`
    expect(() => readArguments([`${flag}=hush-hush`])).toThrow(`Set ${variable} in the environment.`)
    expect(() => readArguments([`${flag}=hush-hush`])).not.toThrow('hush-hush')
  })

  it('asks for help or the version whatever else is there', () => {
    expect(readArguments(['status', '--help', '--yes'])).toMatchObject({ asks: 'help', command: 'status', named: true })
    expect(readArguments(['-v'])).toMatchObject({ asks: 'version' })
  })
})

describe('the nearest word', () => {
  it('is the one with the fewest slips, if they are few', () => {
    expect(nearest('stauts', ['status', 'stdio'])).toBe('status')
    expect(nearest('egine', ['engine', 'out'])).toBe('engine')
    expect(nearest('prot', ['out', 'port'])).toBe('port')
    expect(nearest('x', ['engine', 'out'])).toBeUndefined()
    expect(nearest('ab', ['cd', 'bc'])).toBeUndefined()
    expect(nearest('', ['to'])).toBeUndefined()
  })
})
