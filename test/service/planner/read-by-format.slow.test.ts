import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../src/service/domain/intent.ts'
import { PlanRefusal } from '../../../src/service/domain/plan-refusal.ts'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { measure } from '../../../src/service/planner/measure.ts'
import { lex } from '../../../src/service/planner/prose/lexer.ts'
import { suggest } from '../../../src/service/planner/suggest.ts'
import { separatorOf, survey } from '../../../src/service/planner/survey.ts'
import { rounds } from '../../support/seed.ts'
import { CHAINS, REFUSED } from './chains.ts'
import { brief, CATALOGUE, intentOf, LETTER } from './files.ts'
import { INSTRUCTIONS } from './instructions.ts'
import {
  MESSAGE_INSTRUCTIONS,
  PAGE_INSTRUCTIONS,
  PRODUCT_INSTRUCTIONS,
  README_INSTRUCTIONS,
} from './instructions-by-format.ts'
import { MESSAGES, PAGE, PRODUCTS, README } from './tables.ts'

const UNITS = { csv: PRODUCTS, po: MESSAGES, md: README, html: PAGE }
const SURVEYS: Readonly<Record<keyof typeof UNITS, Survey>> = {
  csv: (await survey(PRODUCTS, 'products.csv')).survey,
  po: (await survey(MESSAGES, 'messages.po')).survey,
  md: (await survey(README, 'README.md')).survey,
  html: (await survey(PAGE, 'page.html')).survey,
}
const TABLES = [
  ['csv', PRODUCT_INSTRUCTIONS],
  ['po', MESSAGE_INSTRUCTIONS],
  ['md', README_INSTRUCTIONS],
  ['html', PAGE_INSTRUCTIONS],
] as const

for (const [file, table] of TABLES) {
  describe(`reading an instruction for a .${file} file`, () => {
    for (const [instruction, meaning] of Object.entries(table)) {
      it(`understands “${instruction}” [PLN-1, MCP-14]`, () => {
        expect(brief(intentOf(SURVEYS[file], instruction))).toBe(meaning)
      })
    }
  })
}

describe('refining a plan step by step', () => {
  for (const [file, chain, meaning] of CHAINS) {
    it(`ends where “${chain.join('” → “')}” leads [PLN-1, MCP-14]`, () => {
      expect(brief(intentOf(SURVEYS[file], ...chain))).toBe(meaning)
    })
  }
})

describe('an instruction that a file cannot be translated by', () => {
  for (const [file, instruction, words] of REFUSED) {
    it(`is refused with what there is: “${instruction}” [PLN-1]`, () => {
      expect(() => intentOf(SURVEYS[file], instruction)).toThrow(PlanRefusal)
      expect(() => intentOf(SURVEYS[file], instruction)).toThrow(words)
    })
  }
})

/** A unit in each of these parts. */
function unitsOf(parts: readonly string[], pathOf: (part: string) => string) {
  return parts.map((part, index) => {
    const text = `Some ${part} here`
    return { index, part, path: pathOf(part), text, start: index, end: index, charset: 'utf-8' as const }
  })
}

describe('a part that is called by a noun for parts', () => {
  const cells = unitsOf(['title', 'text', 'message'], part => `csv:/col[${part}]/row[2]`).map(unit => ({
    ...unit,
    ordinal: 2,
  }))

  it.each([
    ['Translate only the text column into German', 'to de | only text'],
    ['Translate the title and text columns into German', 'to de | only title, text'],
    ['Translate into German, skip the message column', 'to de | skip message'],
    ['Übersetze nur die Spalte text ins Deutsche', 'to de | only text'],
    ['Traduis la colonne message en allemand', 'to de | only message'],
    ['text列だけドイツ語に翻訳してください', 'to de | only text'],
    ['Translate all text columns into German', 'to de'],
    ['Translate all columns into German', 'to de'],
  ])('is found beside another one: “%s” [PLN-1, MCP-14]', async (instruction, meaning) => {
    const { survey: table } = await survey(cells, 'texts.csv')
    expect(brief(intentOf(table, instruction))).toBe(meaning)
  })
})

describe('a wish about style', () => {
  const strings = unitsOf(
    ['date.short', 'style.formal', 'title', 'draft', 'tone', 'style', 'casual'],
    part => `json:/${part}`,
  )

  it.each([
    ['Translate into German, formal', 'to de | style “formal”'],
    ['Translate into German in a formal style', 'to de | style “in a formal style”'],
    ['Translate into German, short sentences', 'to de | style “short sentences”'],
    ['Translate only formal into German', 'to de | only formal'],
    ['Translate into German, only the key short', 'to de | only short'],
    ['Translate into German the key short', 'to de | only short'],
    ['Translate “formal” into German', 'to de | only formal'],
    ['Translate into German, draft', 'to de | style “draft”'],
    ['Translate into German, draft please', 'to de | style “draft”'],
    ['Translate into German, tone: formal', 'to de | style “tone” | style “formal”'],
    ['Translate into German, style: casual', 'to de | style “style” | style “casual”'],
    ['Translate into German with style', 'to de | style “with style”'],
    ['Translate into German, keep the tone', 'to de | unread “keep the tone”'],
    ['Translate into German, not a draft', 'to de | style “not a draft”'],
    ['Translate into German, casual but not too short', 'to de | style “casual but not too short”'],
    ['Ins Deutsche, style: locker', 'to de | style “style” | style “locker”'],
    ['Traduce al alemán, tono: formal', 'to de | style “tono” | style “formal”'],
    ['ドイツ語に翻訳、tone：フォーマル', 'to de | style “tone” | style “フォーマル”'],
    ['Translate only tone and style into German', 'to de | only tone, style'],
    ['Translate into German, only the draft key', 'to de | only draft'],
    ['Translate into German, skip the draft', 'to de | skip draft'],
  ])('is one though a part is called so: “%s” [PLN-1, MCP-14]', async (instruction, meaning) => {
    const { survey: catalogue } = await survey(strings, 'en.json')
    expect(brief(intentOf(catalogue, instruction))).toBe(meaning)
  })
})

describe('the whole of a file', () => {
  const strings = unitsOf(['filter.all', 'menu.file', 'menu.edit', 'app'], part => `json:/${part}`)

  it.each([
    ['Translate all into German', 'to de'],
    ['Translate the file into German', 'to de'],
    ['Translate my app into German, skip the edit key', 'to de | skip edit'],
    ['Translate only the file into German', 'to de | only file'],
    ['Translate the file section into German', 'to de | only file'],
    ['Translate “all” into German', 'to de | only all'],
    ['Translate file and edit into German', 'to de | only file, edit'],
  ])('is meant though a part is called so: “%s” [PLN-1, MCP-14]', async (instruction, meaning) => {
    const { survey: catalogue } = await survey(strings, 'en.json')
    expect(brief(intentOf(catalogue, instruction))).toBe(meaning)
  })
})

/** What an instruction takes, and what it leaves with reasons. */
async function measured(file: keyof typeof UNITS, ...instructions: string[]) {
  const { selection } = intentOf(SURVEYS[file], ...instructions)
  const { included, not_included } = await measure(UNITS[file], selection, separatorOf(SURVEYS[file].extension))
  return {
    taken: Object.fromEntries(included.map(row => [row.part, row.segments])),
    left: new Set(not_included.map(({ part, reason }) => `${part}: ${reason}`)),
  }
}

describe('what a plan takes of a file', () => {
  it('is the rows that were asked for, of the columns that were asked for [PLN-2]', async () => {
    const { taken, left } = await measured('csv', 'Translate the name column of rows 2-10 into German')
    expect(taken).toEqual({ name: 9 })
    expect(left).toContain('name: not in the range you asked for')
    expect(left).toContain('description: not among the parts you asked for')
    expect(left).toContain('price: a number, not text')
    expect((await measured('csv', 'into German, first 100 rows')).taken).toEqual({
      name: 100,
      description: 100,
      notes: 100,
    })
    expect((await measured('csv', 'into German, skip rows 2 to 91')).taken).toEqual({
      name: 10,
      description: 10,
      notes: 10,
    })
  })

  it('is also what the format took for no text, where its column is asked for by name', async () => {
    const { taken } = await measured('csv', 'into German, also the id column')
    expect(taken).toMatchObject({ id: 100, name: 100 })
    expect((await measured('csv', 'into German, also the headers')).taken).toMatchObject({ 'column headings': 5 })
  })

  it('is what has no translation and what is fuzzy, unless more or less is asked for', async () => {
    expect((await measured('po', 'into German')).taken).toEqual({
      menu: 2,
      dialog: 2,
      'src/ui/toolbar.c': 1,
      tooltip: 1,
    })
    expect((await measured('po', 'into German, not the fuzzy ones')).taken).toMatchObject({ menu: 1, dialog: 1 })
    expect((await measured('po', 'into German, only fuzzy')).taken).toEqual({ menu: 1, dialog: 1 })
    expect((await measured('po', 'retranslate everything into German')).taken).toMatchObject({ menu: 3, dialog: 3 })
    expect((await measured('po', 'into German, only the existing translations')).taken).toEqual({ menu: 1, dialog: 1 })
    const { taken, left } = await measured('po', 'into German, only strings flagged c-format')
    expect(taken).toEqual({ dialog: 2 })
    expect(left).toContain('menu: not flagged as you asked')
  })

  it('is the sections and the kinds of blocks that were asked for', async () => {
    const only = await measured('md', 'into German, only Installation')
    expect(Object.keys(only.taken)).toEqual(['Installation', 'Installation > Linux', 'Installation > macOS'])
    const { taken, left } = await measured('md', 'into German, no tables, skip the changelog')
    expect(taken).toMatchObject({ Options: 1, Usage: 2 })
    expect(left).toContain('Options: left out because you asked')
    expect(left).toContain('Changelog: left out because you asked')
    expect(left).toContain('Usage: only the code in it')
  })
})

const FILES: readonly Survey[] = [CATALOGUE, LETTER, ...Object.values(SURVEYS)]
const CLAUSES = [INSTRUCTIONS, ...TABLES.map(([, table]) => table)].flatMap(table => Object.keys(table))
const NOISE = [
  'banana',
  'wibble the frobnitz',
  'xyzzy',
  'dance with wolves',
  'qualle im garten',
  'le chat zinzolin',
  'ほげふが',
]

/** The wishes, also those that a later one holds over; one made twice is listed once. */
function wishesOf({ guidance }: Intent): string[] {
  return guidance.flatMap(wish => {
    const [, later, earlier] = /^(.*) \(this holds over “(.*)”\)$/su.exec(wish) ?? [undefined, wish]
    return [later, earlier].filter(clause => clause !== undefined)
  })
}

/** The instruction without its clauses; fails where a clause is not in it, or where two lie on each other. */
function restOf(instruction: string, intent: Intent): string {
  const wishes = new Set(wishesOf(intent))
  const clauses = [...intent.applied, ...wishes, ...intent.not_understood]
  let rest = instruction
  for (const clause of [...clauses].sort((a, b) => b.length - a.length)) {
    const at = rest.indexOf(clause)
    expect(at, `“${clause}” in “${rest}”`).toBeGreaterThanOrEqual(0)
    const blank = '\n'.repeat(clause.length)
    rest = wishes.has(clause) ? rest.replaceAll(clause, blank) : rest.replace(clause, () => blank)
  }
  return rest
}

const SAYS_NOTHING = ['glue', 'polite', 'and', 'but', 'into', 'into_weak', 'for', 'from', 'from_weak', 'also'] as const

describe('accounting for instructions joined at random', () => {
  const said = fc.array(fc.oneof(fc.constantFrom(...CLAUSES), fc.constantFrom(...NOISE)), {
    minLength: 1,
    maxLength: 4,
  })
  const joints = fc.array(fc.constantFrom(', ', '. ', ' and ', '; ', ' – '), { minLength: 4, maxLength: 4 })

  it('lists every word that says something exactly once, known or not [MCP-14]', () => {
    fc.assert(
      fc.property(said, joints, fc.constantFrom(...FILES), (clauses, between, file) => {
        const instruction = clauses.map((clause, at) => clause + (between[at] ?? '')).join('')
        let intent: Intent
        try {
          intent = intentOf(file, 'Translate into Italian and Dutch', instruction)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(PlanRefusal)
          return
        }
        const rest = restOf(instruction, intent).replace(/(?<!\S)(?:no|nein|non),/gi, ',')
        for (const token of lex(rest)) {
          const idle = token.kind !== 'word' || SAYS_NOTHING.some(role => token.roles.has(role))
          expect(idle, `“${token.text}” of “${instruction}”`).toBe(true)
        }
      }),
      { numRuns: rounds(600) },
    )
  })

  it('carries out no word it does not know', () => {
    fc.assert(
      fc.property(said, fc.constantFrom(...NOISE), fc.constantFrom(...FILES), (clauses, noise, file) => {
        try {
          const { applied } = intentOf(file, 'Translate into Italian', `${clauses.join('. ')}. ${noise}`)
          expect(applied.join('\n')).not.toContain(noise)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(PlanRefusal)
        }
      }),
      { numRuns: rounds(200) },
    )
  })
})

describe('suggestions for a file', () => {
  it('fit its format and are understood whole [CRE-8]', () => {
    const last = (file: keyof typeof UNITS) => suggest(SURVEYS[file]).at(-1)
    expect(last('csv')).toBe('Translate only the column “description” into German.')
    expect(last('po')).toBe('Translate everything into German, also what is already translated.')
    expect(last('md')).toBe('Translate only the section “Installation” into German.')
    for (const file of Object.values(SURVEYS)) {
      for (const suggestion of suggest(file)) expect(intentOf(file, suggestion).not_understood).toEqual([])
    }
  })
})
