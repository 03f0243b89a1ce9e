import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseAssistant, refuseYes } from '../../src/cli/commands/translate.ts'
import { refuseUnasked } from '../../src/cli/translate/at-terminal.ts'
import { readOrder } from '../../src/cli/translate/operands.ts'
import { UsageError } from '../../src/cli/usage.ts'
import { rounds } from '../support/seed.ts'
import { temporaryFolder } from '../support/world.ts'

function file(name = 'en.json'): string {
  const made = join(temporaryFolder(), name)
  writeFileSync(made, '{}')
  return made
}

const plain = { to: [], out: undefined }
const german = { to: ['de'], out: undefined }

describe('what is asked for', () => {
  it('ends with the instruction', () => {
    const [one, two] = [file(), file()]
    expect(readOrder([one, two, 'into German'], plain)).toEqual({
      files: [one, two],
      wishes: { instruction: 'into German' },
      template: '{dir}/',
    })
  })

  it('may be languages alone, or both', () => {
    const one = file()
    expect(readOrder([one], { to: ['de,fr', 'pt-BR'], out: 'x.{lang}' })).toEqual({
      files: [one],
      wishes: { target_languages: ['de', 'fr', 'pt-BR'] },
      template: 'x.{lang}',
    })
    expect(readOrder([one, 'friendly'], german).wishes).toEqual({ target_languages: ['de'], instruction: 'friendly' })
  })

  it('may ask for the mark of what is not reviewed, which goes before the words of the instruction [MCP-16]', () => {
    const mark = 'Mark every translation as not reviewed.'
    expect(readOrder([file()], { to: ['de'], mark_unreviewed: true }).wishes.instruction).toBe(mark)
    expect(readOrder([file(), 'be brief'], { to: ['de'], mark_unreviewed: true }).wishes.instruction).toBe(
      `${mark} be brief`,
    )
  })

  it('may name parts, words and a tone, repeated or between commas, odd names in quotes [MCP-16]', () => {
    const flags = {
      to: ['de'],
      only: ['title, menu.*', '"a, b"'],
      leave_out: ['x "y"'],
      keep: ['"say \\"hi\\"",Acme Cloud,'],
    }
    expect(readOrder([file()], { ...flags, tone: 'formal' }).wishes).toEqual({
      target_languages: ['de'],
      only: ['title', 'menu.*', 'a, b'],
      leave_out: ['x "y"'],
      keep_untranslated: ['say "hi"', 'Acme Cloud'],
      tone: 'formal',
    })
    for (const wrong of ['"a', '"a"b', ',', '"\\x"', 'a,,b'])
      expect(() => readOrder([file()], { ...german, only: [wrong] })).toThrow('is no name: separate names by commas')
  })

  it.each(['en.jsn', 'missing.json', 'locales/en', 'locales\\en', './en', 'a.b.po'])(
    'is never a file that is not there: %s is named, alone, first and last [MCP-9]',
    missing => {
      const message = `There is no file "${missing}" here.`
      for (const operands of [[missing], [missing, file()], [file(), missing], [missing, 'into German']]) {
        expect(() => readOrder(operands, german)).toThrow(new UsageError(message))
      }
    },
  )

  it('may be folders, beside files or alone, and the instruction is still the last', () => {
    const folder = `${temporaryFolder()}/`
    expect(readOrder([folder], german)).toMatchObject({ files: [], folders: [folder] })
    const both = file()
    expect(readOrder([both, folder], german)).toMatchObject({ files: [both], folders: [folder] })
    expect(readOrder([folder, 'into German'], plain)).toMatchObject({
      files: [],
      folders: [folder],
      wishes: { instruction: 'into German' },
    })
    expect(readOrder([file()], german).folders).toBeUndefined()
  })

  it.each(['friendly', 'German.', 'into German', 'into German, skip notes.txt', 'de and/or fr', 'auf Deutsch!'])(
    'may be the words %j',
    words => {
      expect(readOrder([file()], german).wishes.instruction).toBeUndefined()
      expect(readOrder([file(), words], plain).wishes.instruction).toBe(words)
    },
  )

  it('takes a file that is there for a file, whatever it is called', () => {
    const odd = file('into German')
    expect(readOrder([file(), odd], german)).toMatchObject({ files: [expect.any(String), odd], wishes: {} })
    expect(() => readOrder([odd], plain)).toThrow('Say what to do')
  })

  it('that lost its quotes is told so', () => {
    expect(() => readOrder([file(), 'into', 'German'], plain)).toThrow(
      'There is no file "into" here. Put an instruction',
    )
  })

  it('needs a file and something to do', () => {
    expect(() => readOrder([], german)).toThrow('needs a file or a folder')
    expect(() => readOrder(['into German'], plain)).toThrow('There is no file "into German" here.')
    expect(() => readOrder([file()], plain)).toThrow('Say what to do')
    expect(() => readOrder([file()], { to: [' , '], out: undefined })).toThrow('Say what to do')
  })

  it('goes to places that can be filled in', () => {
    expect(() => readOrder([file()], { to: ['de'], out: '{language}.json' })).toThrow('not {language}.')
    expect(readOrder([file()], { to: ['de'], out: '{lang}/' }).template).toBe('{lang}/')
  })

  it('holds every language that was written, however they are separated', () => {
    const one = file()
    const tags = fc.array(fc.constantFrom('de', 'fr', 'pt-BR', 'zh-Hant'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(tags, fc.constantFrom(',', ' ', ', ', ' ,'), (languages, separator) => {
        const together = readOrder([one], { to: [languages.join(separator)], out: undefined })
        expect(together.wishes.target_languages).toEqual(languages)
        expect(readOrder([one], { to: languages, out: undefined }).wishes.target_languages).toEqual(languages)
      }),
      { numRuns: rounds(50) },
    )
  })
})

describe('the engine of an assistant', () => {
  it('is refused at once in a terminal, with the engines that would do [ENG-1]', () => {
    expect(() => refuseAssistant({ api_url: undefined, engine: 'agent' })).toThrow(UsageError)
    expect(() => refuseAssistant({ api_url: undefined, engine: 'agent' })).toThrow(
      /no assistant takes part .*: openai, deepl, apertium, pseudo;/,
    )
  })

  it.each([
    [undefined, 'pseudo'],
    [undefined, undefined],
    ['https://api.example.com', 'agent'],
  ])('is not meant with the address %s and the engine %s', (api_url, engine) => {
    expect(() => refuseAssistant({ api_url, engine })).not.toThrow()
  })
})

describe('consent in a terminal', () => {
  it.each([
    [true, 'ask', true],
    [true, 'ask', false],
    [false, 'ask', true],
    [false, 'required', true],
  ] as const)('is given or asked for with --yes %s, consent %s, terminal %s', (yes, consent, terminal) => {
    expect(() => refuseYes({ yes, consent })).not.toThrow()
    expect(() => refuseUnasked({ yes, consent }, terminal)).not.toThrow()
  })

  it.each([
    ['required', 'run this at one.'],
    ['ask', '--yes with a cap (--max-credits, --max-characters, --max-tokens or --max-money) spends without asking.'],
  ] as const)('is missing without --yes and terminal, consent %s [MCP-9]', (consent, message) => {
    expect(() => refuseUnasked({ yes: false, consent }, false)).toThrow(message)
    expect(() => refuseUnasked({ yes: false, consent }, false)).toThrow(UsageError)
  })

  it('is never given by --yes where a person is required [MCP-9]', () => {
    expect(() => refuseYes({ yes: true, consent: 'required' })).toThrow('--yes is refused')
    expect(() => refuseYes({ yes: true, consent: 'required' })).toThrow(UsageError)
  })
})
