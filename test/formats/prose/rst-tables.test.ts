import { describe, expect, it } from 'vitest'
import { rst } from '../../../src/formats/prose/rst/rst.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { accented, japanese, proseOf } from './prose.ts'

const { texts, written, prove, given } = proseOf(rst)

/** Lines of a file, drawn as they stand in it. */
const drawn = (text: string): string => text.replace(/^\n/, '').replace(/^ {6}/gm, '').trimEnd().concat('\n')

const SPANS = drawn(`
      +-----+-----------+
      | A b | C d       |
      +=====+=====+=====+
      | E f | G   | H   |
      | g   +-----+-----+
      |     | I j | K   |
      +-----+-----+     |
      | L m       |     |
      +-----------+-----+`)

const SIMPLE = drawn(`
      =====  =====  ======
         A b        C d
      ------------  ------
      E      F      G h
      =====  =====  ======
      I      J k    - L
             l      - M n
                      o

                    - P
      \\      Q

      R s t         U
      ------------  ------
      V      W      A long last one
      =====  =====  ======`)

describe('the texts of tables in reStructuredText', () => {
  it.each<[string, string, string[]]>([
    [
      'cells of a grid',
      '+-----+------+\n| A b | C    |\n+=====+======+\n| D e | ``f``|\n+-----+------+\n',
      ['A b', 'C', 'D e', '<x1/> (placeholder_only)'],
    ],
    [
      'of several lines and paragraphs',
      '+-----+-----+\n| A b | C d |\n|     | e   |\n|     |     |\n|     | F g |\n+-----+-----+\n',
      ['A b', 'C d e', 'F g'],
    ],
    [
      'with lists and code',
      '+---------+-------+\n| - A b   | See:: |\n|   c     |       |\n| - D     |   x   |\n+---------+-------+\n',
      ['A b c', 'D', 'See:', 'x (code)'],
    ],
    ['over several columns and rows', SPANS, ['A b', 'C d', 'E f g', 'G', 'H', 'I j', 'K', 'L m']],
    ['that hold bars below a corner', '+---+---+\n| A | B |\n+---+---+\n| C | | |\n+-------+\n', ['A', 'B', 'C | |']],
    [
      'tables in cells',
      '+---------------+\n| +-----+-----+ |\n| | A b | C d | |\n| +-----+-----+ |\n+---------------+\n',
      ['A b', 'C d'],
    ],
    [
      'beside pictures',
      '+-----+----+\n| A b | ✅ |\n+-----+----+\n| C   | d  |\n+-----+----+\n',
      ['A b', '✅ (not_text)', 'C', 'd'],
    ],
    ['cells of a simple table', '===== ===\nA b   C d\n===== ===\nE f   g\n===== ===\n', ['A b', 'C d', 'E f', 'g']],
    [
      'of several lines and columns',
      SIMPLE,
      ['A b', 'C d', 'E', 'F', 'G h', 'I', 'J k l', 'L', 'M n o', 'P', 'Q', 'R s t', 'U', 'V', 'W', 'A long last one'],
    ],
  ])('%s', async (_, content, expected) => {
    expect((await texts(content)).filter(text => !text.startsWith(' ('))).toEqual(expected)
  })

  it.each<[string, string]>([
    ['a grid whose edges do not meet', '+-----+-----+\n| A b | C d |\n|     +-----+\n| e   |\n+-----+-----+\n'],
    ['a grid with two headers', '+---+\n| A |\n+===+\n| B |\n+===+\n| C |\n+---+\n'],
    ['text across columns', '===  ===\nA bcdef\n===  ===\n'],
    ['text before any of the first column', '===  ===\n     A\nB    C\n===  ===\n'],
    ['columns that are ruled elsewhere', '===  ===\nA    B\n--   ---\nC    D\n===  ===\n'],
  ])('%s is said to be left out', async (_, content) => {
    const [unit] = await unitsOf(rst, opened(content))
    const because = 'its edges do not meet, or texts stand across its columns'
    expect(unit).toMatchObject({ left_out: 'code', because })
  })

  it('have the range of their first line, or stand behind the text before them', async () => {
    const content = '+-----+-----+\n| Ä b | C d |\n|     | e   |\n| F   |     |\n+-----+-----+\n'
    const bytes = Buffer.from(content)
    const ranges = (await unitsOf(rst, opened(content))).map(({ start, end }) => bytes.subarray(start, end).toString())
    expect(ranges).toEqual(['Ä b', 'F', ''])
  })
})

describe('a translation in a table of reStructuredText', () => {
  it.each<[string, string, Record<string, string>, string]>([
    [
      'cells are filled up',
      '+------+---+\n| A b  | C |\n+------+---+\n',
      { 'A b': 'Abcd' },
      '+------+---+\n| Abcd | C |\n+------+---+\n',
    ],
    [
      'a row gets taller where a text has more lines, and all cells with it',
      '.. x::\n\n+-----+-----+\n| A b | C d |\n|     | e   |\n+-----+-----+\n| F   | G   |\n+-----+-----+\n',
      { 'A b': 'Eins zwei drei', 'C d e': 'Vier' },
      '.. x::\n\n+-----+-----+\n| Eins| Vier|\n| zwei|     |\n| drei|     |\n+-----+-----+\n| F   | G   |\n+-----+-----+\n',
    ],
    [
      'a column gets wider for a word',
      '+---+---+\n| A | B |\n+===+===+\n| C | D |\n+---+---+\n',
      { A: 'Eins zwei', D: 'Vierzehn' },
      '+------+----------+\n| Eins | B        |\n| zwei |          |\n+======+==========+\n| C    | Vierzehn |\n+------+----------+\n',
    ],
    [
      'two blanks stay together',
      '+------+\n| A b  |\n| c.   |\n+------+\n',
      { 'A b c.': 'Eins.  Zwei drei' },
      '+-------------+\n| Eins.  Zwei |\n| drei        |\n+-------------+\n',
    ],
    [
      'what an item goes on with stands under it, and blank lines of a row stay',
      '+---------+---+\n| - A b   | C |\n|         |   |\n+---------+---+\n',
      { 'A b': 'Eins zwei' },
      '+---------+---+\n| - Eins  | C |\n|   zwei  |   |\n|         |   |\n+---------+---+\n',
    ],
    [
      'letters of East Asia take two columns of a grid, and its lines end as the file',
      '  +------+---+\r\n  | A b  | C |\r\n  +------+---+\r\n',
      { 'A b': '日本', C: 'D' },
      '  +------+---+\r\n  | 日本 | D |\r\n  +------+---+\r\n',
    ],
    [
      'cells over several columns and rows get as big as those beside them, and these as big as they',
      SPANS,
      { 'C d': 'Einmal und noch einmal und immer', 'E f g': 'Eins zwei drei vier', K: 'Dreizehn' },
      drawn(`
      +-----+----------------+
      | A b | Einmal und     |
      |     | noch           |
      |     | einmal und     |
      |     | immer          |
      +=====+=====+==========+
      | Eins| G   | H        |
      | zwei+-----+----------+
      | drei| I j | Dreizehn |
      | vier|     |          |
      +-----+-----+          |
      | L m       |          |
      +-----------+----------+`),
    ],
    [
      'a table in a cell is drawn within it',
      '+-----------+\n| +---+---+ |\n| | A | B | |\n| +---+---+ |\n+-----------+\n',
      { A: 'Abcd' },
      '+--------------+\n| +------+---+ |\n| | Abcd | B | |\n| +------+---+ |\n+--------------+\n',
    ],
    [
      'columns of a simple table get wider, the last one is open',
      '  ===  ===  ===\n  A    B    C\n  ===  ===  ===\n  D    E    F g\n  ===  ===  ===\n',
      { A: 'Abcde', E: '日本語', 'F g': 'Finally' },
      '  =====  ======  ===\n  A      B       C\n  =====  ======  ===\n  D      日本語  Finally\n  =====  ======  ===\n'.replace(
        '  A      B',
        '  Abcde  B',
      ),
    ],
  ])('%s', async (_, content, translations, expected) => {
    expect(await written(content, translations)).toBe(expected)
  })
  it('with more lines makes rows of a simple table taller, under signs that say over which columns cells go', async () => {
    const translations = {
      'C d': 'Cd Cd Cd',
      'J k l': 'Jot und ka und el',
      'M n o': 'Em und en und oh',
      'R s t': 'Er es te und uh',
    }
    expect(await written(SIMPLE, translations)).toBe(
      drawn(`
      =====  ========  ======
         A b           Cd Cd Cd
      ---------------  ------
      E      F         G h
      =====  ========  ======
      I      Jot       - L
             und       - Em
             ka          und
             und         en
             el          und
                         oh

                       - P
      \\      Q

      Er es te und uh  U
      ---------------  ------
      V      W         A long last one
      =====  ========  ======`),
    )
  })

  it.each<[string, string, Record<string, string>]>([
    ['is wider than a table gets', '+---+\n| A |\n+---+\n', { A: 'A'.repeat(2000) }],
    ['would be read as a sign of the table', '===  ===\nA\n===  ===\n', { A: '--' }],
  ])('that %s is not written', async (_, content, translations) => {
    expect(await given(content, translations)).toBe(content)
  })

  it.each([accented, japanese, (words: string) => `${words}${words}`])(
    'changes nothing but texts [RES-2]',
    async change => {
      for (const content of [SPANS, SIMPLE, `- A\n\n${SPANS.replace(/^/gm, '  ').trimEnd()}\n`])
        for (const eol of ['\n', '\r\n']) expect(await prove(content.replaceAll('\n', eol), change)).toBe(0)
    },
  )

  it.each<[string, readonly string[]]>([
    [
      'a grid',
      ['+---+---+', '+---+   |', '|   +---+', '+===+===+', '| a | b |', '| - c   |', '| |d| + |', '+-------+'],
    ],
    [
      'a simple table',
      ['===  ===', '===  ===', 'a    b', '     - c', '--------', '---  ---', '', '\\    d', '  e', 'f  g'],
    ],
  ])('keeps every byte of what looks like %s [RES-2]', async (_, lines) => {
    const all = fc.array(fc.constantFrom(...lines), { maxLength: 9 })
    const [border = ''] = lines
    await fc.assert(
      fc.asyncProperty(all, async some => void (await prove([border, ...some, border].join('\n'), accented))),
      { numRuns: 300 },
    )
  })
})
