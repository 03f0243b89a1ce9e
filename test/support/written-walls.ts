import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './tree.ts'

/**
 * What docs/architecture.md says that each room may import: the first and the last column of the table below a heading. A room is
 * named by the last part of its path, `src/service/domain/` by `domain`.
 *
 * @throws {RangeError} where the page has no such table
 */
export function writtenWalls(heading: string): Record<string, string[]> {
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')
  const [, below = ''] = page.split(`\n${heading}\n`)
  const [section = ''] = below.split(/^#/m)
  const rows = section.split('\n').filter(line => line.startsWith('| `'))
  if (rows.length === 0) throw new RangeError(`There is no table below ${heading}.`)
  return Object.fromEntries(
    rows.map(row => {
      const cells = row.split('|').map(cell => cell.trim())
      const [, room = ''] = /^`([^`]+)`/.exec(cells[1] ?? '') ?? []
      const imports = (cells.at(-2) ?? '').split(', ').map(name => name.replace(/^`(.*?)\/?`$/, '$1'))
      return [path.posix.basename(room), imports.filter(name => name !== '')]
    }),
  )
}
