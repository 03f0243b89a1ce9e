/** What Asciidoctor finds in a file before and after all of its texts are replaced. Skipped where it is not installed. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { asciidoc } from '../../../src/formats/prose/asciidoc/asciidoc.ts'
import { bytesOf, opened, rewrite } from '../files.ts'
import { japanese } from './prose.ts'

/** Each block with its style; of cells their style and how far they go; of code all that it says. */
const SHAPE = `
require 'asciidoctor'
def shape(node, out)
  if node.is_a?(Array)
    node.flatten.compact.each { |each| shape(each, out) }
    return out
  end
  out << [node.context, node.style].inspect
  if node.context == :table
    node.rows.to_h.each_value do |rows|
      rows.flatten.each do |cell|
        out << ['cell', cell.style, cell.colspan, cell.rowspan].inspect
        out << cell.text.empty?
        out << cell.text if %i[literal monospaced].include? cell.style
        shape(cell.inner_document, out) if cell.inner_document
      end
    end
  elsif node.context == :verse
    out << node.lines.map { |line| line[/^\\s*/].size }.inspect
  elsif %i[listing literal].include? node.context
    out << node.source
  else
    node.blocks.each { |block| shape(block, out) }
  end
  out
end
Asciidoctor::LoggerManager.logger.level = 5
puts shape(Asciidoctor.load($stdin.read, safe: :secure), [])
`

function shapeOf(content: string): string {
  const { stdout, status, stderr } = spawnSync('ruby', ['-Eutf-8', '-e', SHAPE], { input: content, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const isMissing = spawnSync('ruby', ['-e', "require 'asciidoctor'"]).status !== 0

describe.skipIf(isMissing)('Asciidoctor finds the same structure [RES-2]', () => {
  it.each<[string, string]>([
    ['in verses', '[verse, Ada, A poem]\n____\nOne *a*,\n  two b +\n\nthree\n____\n\n[verse]\nFour\nfive\n'],
    [
      'in cells of each style',
      '|===\n2+|A b .2+^.>s|C d\n|E f e|G h\n|I j m|k l l|m\n  n\na|* O p\n* Q r v|S t\nu v |W\n|===\n',
    ],
    [
      'in columns of each style',
      '[cols="1a,2m,v"]\n|===\n|A b |C d |E f\n\n|* G h |i j |K l\nm n\n2+|O p |Q r\n.2+|S t |u v |W x\n|y z |A\n|===\n',
    ],
    ['in cells of blocks, where indents say something', 'A\n\n|===\na|\n $ b c\n\nd e\na| F g\n|===\n'],
    ['where attributes are shown as code', '= A\n\nB c:\n\n :description: Some words\n\nd e\n'],
    ['where a paragraph of code begins like a break', '[source,console]\n---\n$ a b\nc d?\n---\n\nE f\n'],
    ['where a term ends in a colon', '[horizontal]\nA: :: b c\nD e: :: f\n\ng\n'],
    ['of what is said in quotation marks', '"I hold it that a little\nis good."\n-- Ada, Papers\n\nA b\n'],
    ['in cells that are repeated', '[cols="2*m,1"]\n|===\n3*|a b\n|c d |e f |G h\n|===\n'],
    ['in tables in cells', '[cols="1,1a"]\n|===\n|A b\n|\nC d\n\n[cols="1,2"]\n!===\n!E f !g h\n!===\n\nI j\n|===\n'],
    [
      'in values',
      '[%header,format=csv,cols="1,m,a"]\n|===\nA b,C d,E f\n"G ""h"", i",j,"* K l\n* M"\n|===\n\n,===\nN,"O\n\np"\n,===\n',
    ],
    ['in values between colons and tabs', ':===\nA b:C\\:d\n:===\n\n[format=tsv,cols="1,l"]\n|===\nE f\tg\n|===\n'],
    [
      'between separators of their own',
      '[separator=¦,cols="1,1"]\n|===\n¦A | b 2+¦C\n¦D ¦E f\n|===\n\n[format=dsv,separator=";"]\n|===\nG: h;i\n|===\n',
    ],
    [
      'in tables of each kind in cells',
      '|===\na|\n!===\n!A b !C d\n!===\n\n,===\nE f,"G, h"\n,===\na|I\n\n[separator=¦]\n!===\n¦J k 2+¦L\n!===\n|===\n',
    ],
    ['where a block closes under a short line', '====\nA b c\n====\n\n• D e\n• F\n\n +\ng\n'],
    ['where comments hold bars', '|===\n|A b |C d\n// e |f\n|G h |I j\n|===\n'],
  ])('%s', async (_, content) => {
    for (const change of [(words: string) => `»${words}`, japanese]) {
      const translate = ({ text, left_out }: { text: string; left_out?: unknown }) =>
        left_out === undefined ? text.replace(/[^<>]+(?=<[^>]*>|$)/g, change) : undefined
      const result = (await bytesOf(rewrite(asciidoc, opened(content), translate, { language: 'de' }))).toString()
      expect(result).not.toBe(content)
      expect(shapeOf(result)).toBe(shapeOf(content))
    }
  })
})
