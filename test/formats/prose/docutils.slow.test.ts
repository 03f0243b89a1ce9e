/** What docutils finds in tables before and after all of their texts are replaced. Skipped where it is not installed. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { rst } from '../../../src/formats/prose/rst/rst.ts'
import { bytesOf, opened, rewrite } from '../files.ts'
import { japanese } from './prose.ts'

/** Each node by its kind, and of texts only that they are there. */
const SHAPE = `
import sys, docutils.core, docutils.nodes as n
def shape(node, depth, out):
    if isinstance(node, n.Text): return
    spans = [node.get('morecols'), node.get('morerows')] if isinstance(node, n.entry) else ''
    out.append('  ' * depth + node.tagname + str(spans) + (node.astext() if isinstance(node, (n.literal_block, n.literal)) else ''))
    for each in node.children: shape(each, depth + 1, out)
    return out
tree = docutils.core.publish_doctree(sys.stdin.read(), settings_overrides={'report_level': 2, 'halt_level': 5, 'warning_stream': sys.stderr})
print('\\n'.join(shape(tree, 0, [])))
`

function shapeOf(content: string): string {
  const { stdout, status, stderr } = spawnSync('python3', ['-c', SHAPE], { input: content, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const isMissing = spawnSync('python3', ['-c', 'import docutils']).status !== 0
const line = (cells: readonly string[]) => `|${cells.map(cell => ` ${cell.padEnd(30)} `).join('|')}|`
const border = (sign: string, count: number) => `+${Array.from({ length: count }, () => sign.repeat(32)).join('+')}+`

describe.skipIf(isMissing)('docutils finds the same structure in tables [RES-2]', () => {
  it.each<[string, readonly string[]]>([
    [
      'of several lines',
      [
        ...[border('-', 2), line(['Words in', 'More']), line(['two lines', '']), border('=', 2)],
        ...[line(['A *b* and ``c``', 'D e']), line(['', '']), line(['A second one', 'that goes on']), border('-', 2)],
      ],
    ],
    [
      'with lists and code',
      [
        ...[
          border('-', 2),
          line(['- An item', 'See this::']),
          line(['  of two lines', '']),
          line(['- Another', '  x = 1']),
        ],
        border('-', 2),
      ],
    ],
    ['of one cell', [border('-', 1), line(['Only this']), border('-', 1)]],
    [
      'of cells over several columns and rows',
      [
        ...[
          '+-----+-----------+',
          '| A b | C d       |',
          '+=====+=====+=====+',
          '| E f | G   | H   |',
          '| g   +-----+-----+',
        ],
        ...[
          '|     | - I | K   |',
          '|     | - j |     |',
          '+-----+-----+     |',
          '| L ``m``   |     |',
          '+-----------+-----+',
        ],
      ],
    ],
    ['whose cells hold bars below corners', ['+---+---+', '| A | B |', '+---+---+', '| C | | |', '+-------+']],
    [
      'in cells',
      [
        '+-----------+',
        '| +---+---+ |',
        '| | A | B | |',
        '| +---+---+ |',
        '|           |',
        '| C d       |',
        '+-----------+',
      ],
    ],
    ['beside pictures', ['+-----+----+', '| A b | ✅ |', '+-----+----+']],
    [
      'that are simple, with several lines and columns',
      [
        ...[
          '=====  =====  ======',
          '   A b        C d',
          '------------  ------',
          'E      F      G h',
          '=====  =====  ======',
        ],
        ...[
          'I      J *k*  - L',
          '       l      - M n',
          '                o',
          '',
          '              - P',
          '\\      Q::',
          '',
        ],
        ...[
          '         x',
          'R s t         U',
          '------------  ------',
          'V      W      A long last one',
          '=====  =====  ======',
        ],
      ],
    ],
  ])('%s', async (_, lines) => {
    for (const change of [(words: string) => `»${words}`, (words: string) => `${words} ${words}`, japanese]) {
      const content = `A b\n\n${lines.join('\n')}\n\nC d\n`
      const translate = ({ text, left_out }: { text: string; left_out?: unknown }) =>
        left_out === undefined ? text.replace(/[^<>]+(?=<[^>]*>|$)/g, change) : undefined
      const result = (await bytesOf(rewrite(rst, opened(content), translate, { language: 'de' }))).toString()
      expect(result).not.toBe(content)
      expect(shapeOf(result)).toBe(shapeOf(content))
    }
  })
})
