import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './tree.ts'

/** What the README shows of the demo, but for lines that name what is new each time, or another place on another machine. */
export function shownInReadme(): readonly string[] {
  const [, shown = ''] = /^```\nadded .*\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
  return shown.split('\n').filter(line => !/^…?$|\b(?:bat|pr|syn)_|\/tmp\/|\/path\/to\//.test(line))
}
