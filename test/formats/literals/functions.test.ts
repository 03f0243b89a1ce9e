import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { modules } from '../../../src/formats/literals/modules.ts'
import { catalogueOf } from '../catalogues.ts'
import { opened, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format: Format = modules
const { translated, read } = catalogueOf(format)

const HELPERS = `import type { Words } from './words'

/* Of a number. */
function plurals (n, opts) {
  const index = n % 10 === 1 && n % 100 !== 11
    ? 0
    : (n % 10 >= 2 ? 1 : 2)

  return pick(opts, index).replace(/{}/g, n)
}

const pick = (opts, at) => opts[ Math.min(at, opts.length - 1) ]
`
const FILE = `${HELPERS}
export default {
  name: 'Lithuanian',
  label: {
    close: 'Close it',
    expand: label => (label ? \`Expand \${ label }\` : 'Expand')
  },
  table: {
    rows: 'Rows here',
    selected: (rows, all) => plurals(rows, [ '{} row', '{} rows' ]) + ' of ' + all
  }
}
`

describe('functions beside texts', () => {
  it('are left as they are where they only compute for the texts [FMT-1]', async () => {
    expect(await read(FILE)).toEqual({
      name: 'Lithuanian',
      'label.close': 'Close it',
      'label.expand': 'code',
      'table.rows': 'Rows here',
      'table.selected': 'code',
    })
    const result = await translated(FILE, { name: 'x', 'label.close': 'y', 'table.rows': 'z' })
    expect(result.toString()).toBe(
      FILE.replace("'Lithuanian'", "'x'").replace("'Close it'", "'y'").replace("'Rows here'", "'z'"),
    )
  })

  it('do not hang on how many texts a file has, so that a file that is hardly begun is read, too', async () => {
    await keepsTheLaws(format, Buffer.from(FILE))
    const there = FILE.replace("    close: 'Close it',\n", '').replace("  name: 'Lithuanian',\n", '')
    expect(
      await merged(format, there, {
        source: FILE,
        texts: { 'module:/label/close': 'Zu' },
        remove: ['module:/table/rows'],
      }),
    ).toBe(there.replace('label: {\n', "label: {\n    close: 'Zu',\n").replace("    rows: 'Rows here',\n", ''))
  })

  it.each([
    ['a constant that is one', "const f = function (n) { return n }\nexport default { a: 'One here', b: n => f(n) }"],
    ['types', "const f = (n: number): string => String(n)\nexport default { a: 'One here', b: (n: number) => f(n) }"],
    [
      'a function in a function',
      "function f(n) { const g = ({ a }) => a; return g(n) }\nexport default { a: 'One here', b(n) {}, c: function (n) { return f(n) } }",
    ],
    [
      'Intl',
      "const f = n => new Intl.PluralRules('lt').select(n)\nconst lt = { a: 'One here', b: n => f(n) }\nexport default lt",
    ],
  ])('may be %s', async (_name, file) => {
    expect(await read(file)).toMatchObject({ a: 'One here' })
  })

  const texts = "export default { a: 'One here', b: 'Two here', c: n => f(n) }"
  it.each([
    ['is exported', `export function f(n) { return n }\n${texts}`],
    ['is what the file exports', 'export default function f(n) { return n }'],
    ['is called by nobody', `const g = n => n\n${texts.replace('f(n)', 'n')}`],
    ['is called by itself alone', `function f(n) { return f(n) }\n${texts.replace('f(n)', 'n')}`],
    ['is called while the file is read', `const f = n => n\n${texts.replace('n => f(n)', 'f(5)')}`],
    ['is called in a method', `const f = n => n\n${texts.replace('c: n => f(n)', 'c(n) { return f(n) }')}`],
    ['is a value itself', `const f = n => n\n${texts.replace('c: n => f(n)', 'f')}`],
    ['uses what is imported', `import { x } from 'y'\nconst f = n => x(n)\n${texts}`],
    ['uses the page', `const f = n => document.title + n\n${texts}`],
    ['uses what is there', `const store = []\nconst f = n => store.push(n)\n${texts}`],
    ['waits', `const f = async n => n\n${texts}`],
    ['loads', `const f = n => import('x')\n${texts}`],
    ['uses this', `function f(n) { return this[n] }\n${texts}`],
    ['is beside a class', `const f = n => n\nclass A {}\n${texts}`],
    ['is beside a statement', `const f = n => n\n${texts}\nf(5)`],
    ['is one of two in a line', `const f = n => n, g = 5\n${texts}`],
    [
      'is one of many',
      `${Array.from({ length: 30 }, (_, at) => `const f${at} = n => n\n`).join('')}${texts.replace('f(n)', '[f0, f1]')}`,
    ],
  ])('make a program of the file where one %s', async (_name, file) => {
    await expect(read(file)).rejects.toThrow(/line \d+: there is more than texts/)
  })

  it('are found in a file of many of them in no time', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `function f${at}(n) { return f${at + 1}(n) }\n`).join('')
    const start = performance.now()
    await expect(unitsOf(format, opened(many + texts))).rejects.toThrow(/line 1: there is more/)
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})
